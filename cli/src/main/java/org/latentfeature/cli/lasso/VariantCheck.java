package org.latentfeature.cli.lasso;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.LargeDataOptions;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.variant.VariantLasso;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses options that cannot be combined with variants of the squared error, or with weights. */
final class VariantCheck {

  private VariantCheck() {}

  /** Contradictory options are wrong use, told before any file is read. */
  static void options(
      CommandSpec command,
      FitOptions options,
      WeightOptions weights,
      boolean auto,
      boolean certify,
      LargeDataOptions large,
      boolean start) {
    String given = given(options, weights);
    if (given == null) {
      return;
    }
    String other =
        auto && (weights.isGiven() || !isOrderedOnly(options))
            ? "-k auto, which counts the features of X ≈ ZW by the plain squared error; pass -k with a number"
            : certify
                ? "--certify, whose bound is that of the plain squared error"
                : start
                    ? "--start, which begins with features of the plain squared error"
                    : large.isSampleGiven()
                        ? "--sample, whose fit is extended by the plain squared error"
                        : null;
    if (other != null) {
      throw new ParameterException(
          command.commandLine(),
          "%s does not go with %s; drop one of the two".formatted(given, other));
    }
    if (options instanceof LassoOptions lasso) {
      try {
        VariantLasso.requirePossible(
            lasso.withVariant(lasso.view().of(lasso.variant())), given.substring(2));
      } catch (IllegalArgumentException e) {
        throw EstimatorFlags.wrongUse(command, e);
      }
    }
  }

  private static boolean isOrderedOnly(FitOptions options) {
    return options instanceof LassoOptions lasso && lasso.variant().isOrderedOnly();
  }

  private static @Nullable String given(FitOptions options, WeightOptions weights) {
    if (weights.isGiven()) {
      return weights.given();
    }
    if (!(options instanceof LassoOptions lasso)) {
      return null;
    }
    return !lasso.variant().isPlain()
        ? "--" + lasso.variant().name()
        : lasso.view().isOther() ? "--view" : null;
  }

  /** Tells of data that a constraint cannot explain. */
  static void data(Path file, FitOptions options, Rows x, Reporting reporting) {
    if (!(options instanceof LassoOptions lasso)
        || !lasso.variant().nonnegative()
        || lasso.variant().intercept()
        || !(x instanceof Matrix dense)) {
      return;
    }
    double sum = 0;
    float[] row = new float[dense.cols()];
    for (int i = 0; i < dense.rows(); i++) {
      dense.getRow(i, row);
      for (float value : row) {
        sum += Float.isNaN(value) ? 0 : value;
      }
    }
    if (sum < 0) {
      reporting.note(
          "the mean of %s is %.3g, and no sum of features with W ≥ 0 is below 0; --intercept may help"
              .formatted(file, sum / dense.facts().known()));
    }
  }

  /**
   * Checks that rows are in order of time, if the options say so: before K is chosen, which takes
   * time.
   */
  static void order(FitOptions options, Rows x) {
    if (options instanceof LassoOptions lasso
        && lasso.variant().isOrdered()
        && x instanceof Matrix dense) {
      OrderedRows.require(dense);
    }
  }
}
