package org.latentfeature.cli.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.EntrySizes;
import org.latentfeature.data.EntrySizes.Offset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Variant;

/** Checks the properties of data that a fit needs beyond finite numbers. */
public final class DataCheck {

  private DataCheck() {}

  /**
   * Requires at least as many rows as features, something to explain, and entries that can be data.
   *
   * @param scale of the entries, beside those of the file
   * @throws Failure if there is not
   */
  public static void fit(Path file, Rows x, int k, double scale) {
    if (k > x.rows()) {
      throw new Failure(
          "K is %,d, but %s has only %,d row%s; pass a -k of at most that many"
              .formatted(k, file, x.rows(), x.rows() == 1 ? "" : "s"));
    }
    if (x.facts().largest() == 0) {
      throw new Failure("every entry of " + file + " is zero: there is nothing to explain");
    }
    if (x instanceof Matrix dense) {
      EntrySizes.requirePlausible(dense, file.toString(), scale);
      EntrySizes.requireHeld(dense, file.toString());
    }
  }

  /**
   * Says of a column far from 0 that features will explain its mean before all else, or of one that
   * is the same in every row that a feature has to, unless the fit has an intercept.
   */
  static void noteOffset(Path file, Dataset data, FitOptions options, Reporting reporting) {
    Variant variant = options instanceof LassoOptions lasso ? lasso.variant() : null;
    if (!(data.rows() instanceof Matrix x) || (variant != null && variant.intercept())) {
      return;
    }
    Offset offset = EntrySizes.offset(x);
    if (offset != null) {
      String wayOut =
          variant == null ? "subtract it from the column" : "--intercept keeps it apart";
      reporting.note(
          "the mean of column %s of %s, %.6g, is %,.0f standard deviations from 0, which features explain before all else; %s"
              .formatted(
                  column(data, offset.column()), file, offset.mean(), offset.ratio(), wayOut));
      return;
    }
    int constant = EntrySizes.constantColumn(x);
    if (constant >= 0) {
      reporting.note(
          "column %s of %s is %s in every row, which takes a feature of its own; leave it out"
              .formatted(column(data, constant), file, x.get(0, constant)));
    }
  }

  /** The name of column {@code d}, or its number, from 1. */
  private static String column(Dataset data, int d) {
    List<String> names = data.columnNames();
    return names == null ? Integer.toString(d + 1) : names.get(d);
  }

  /**
   * A fit whose error is not a finite number has overflowed: says what to do.
   *
   * @throws Failure if {@code rmse} is not finite
   */
  public static void result(Path file, Rows x, double rmse) {
    if (!Double.isFinite(rmse)) {
      float largest = x.facts().largest();
      throw new Failure(
          String.format(
              Locale.ROOT,
              "the values of %s are too extreme for single precision (the largest is %.3g); pass "
                  + "--scale-by %.0e",
              file,
              largest,
              1 / largest));
    }
  }
}
