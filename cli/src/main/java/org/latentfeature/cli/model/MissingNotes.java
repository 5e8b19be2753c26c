package org.latentfeature.cli.model;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.KnownParts;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.estimator.Estimator;

/** What is told of missing entries before a fit. */
public final class MissingNotes {

  /** Above this share of missing entries it is told. */
  private static final double MOST = 0.9;

  private MissingNotes() {}

  /**
   * Checks that {@code estimator} can fit the rows, and tells what is missing.
   *
   * @throws Failure if entries are missing and it needs all
   * @throws org.latentfeature.data.DataException naming a row or column of which nothing is known
   */
  public static void ofFit(
      Dataset data, Path file, Estimator<?, ?> estimator, int features, Reporting reporting) {
    if (!(data.rows() instanceof Matrix x) || x.facts().missing() == 0) {
      return;
    }
    if (!estimator.allowsMissing()) {
      throw new Failure(
          "%,d entries of %s are missing, but the estimator %s needs all; fill them in, or use estimator lasso or markov"
              .formatted(x.facts().missing(), file, estimator.name()));
    }
    List<String> names = data.columnNames();
    KnownParts.require(x, j -> column(j, names) + " of " + file);
    tell(MissingEntries.of(x), x, reporting);
    tellFewKnown(x, features, reporting);
  }

  private static String column(int j, @Nullable List<String> names) {
    return "column " + (j + 1L) + (names == null ? "" : " (\"" + names.get(j) + "\")");
  }

  /** How many entries are missing; if most are, what share is known. */
  static void tell(MissingEntries missing, Matrix x, Reporting reporting) {
    if (missing.isNone()) {
      return;
    }
    double share = (double) missing.count() / x.size();
    reporting.note(
        "%,d missing value%s%s"
            .formatted(
                missing.count(),
                missing.count() == 1 ? "" : "s",
                share > MOST ? "; %.2g %% are known".formatted(100 * (1 - share)) : ""));
  }

  private static void tellFewKnown(Matrix x, int features, Reporting reporting) {
    MissingEntries missing = MissingEntries.of(x);
    int few = 0;
    for (int i = 0; i < x.rows(); i++) {
      few += x.cols() - missing.count(i) < 2 * features ? 1 : 0;
    }
    if (few > 0) {
      reporting.note(
          "%,d row%s fewer than %d known entries, which may not determine their features"
              .formatted(few, few == 1 ? " has" : "s have", 2 * features));
    }
    KnownColumns columns = KnownColumns.of(x);
    int shrunk = 0;
    for (int j = 0; j < x.cols(); j++) {
      shrunk += columns.known(j) < features ? 1 : 0;
    }
    if (shrunk > 0) {
      reporting.note(
          "%,d column%s fewer than %d known entries; their W is shrunk"
              .formatted(shrunk, shrunk == 1 ? " has" : "s have", features));
    }
  }
}
