package org.latentfeature.cli.model;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.KnownParts;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Estimator;

/** Notes on missing entries, shown before a fit. */
public final class MissingNotes {

  /** Above this share of missing entries it is told. */
  private static final double MOST = 0.9;

  private MissingNotes() {}

  /**
   * Checks that {@code estimator} can fit the rows, and tells what is missing, also of rows and
   * columns of which too little is known for the features of {@code options}.
   *
   * @throws Failure if entries are missing and it needs all
   * @throws org.latentfeature.data.DataException naming a row or column of which nothing is known
   */
  public static void ofFit(
      Dataset data, Path file, Estimator<?, ?> estimator, FitOptions options, Reporting reporting) {
    ofFit(data, file, estimator, options, options.k(), reporting);
  }

  /**
   * Checks that {@code estimator} can fit the rows, for a fit that chooses its number of features,
   * and notes what is missing.
   *
   * @param features what rows and columns are to determine
   */
  public static void ofFit(
      Dataset data,
      Path file,
      Estimator<?, ?> estimator,
      FitOptions options,
      int features,
      Reporting reporting) {
    if (!(data.rows() instanceof Matrix x) || x.facts().missing() == 0) {
      return;
    }
    if (!Accepts.MISSING.isOf(estimator)) {
      throw new Failure(
          "%,d entries of %s are missing, but the estimator %s needs all; fill them in, or use estimator lasso or markov"
              .formatted(x.facts().missing(), file, estimator.name()));
    }
    List<String> names = data.columnNames();
    if (options.dropsEmptyColumns()) {
      KnownParts.require(x);
    } else {
      KnownParts.require(x, j -> column(j, names) + " of " + file);
    }
    note(x, reporting);
    noteEmpty(x.facts().emptyColumns(), names, reporting);
    noteFewKnown(x, features, reporting);
  }

  private static void noteEmpty(
      BitVector empty, @Nullable List<String> names, Reporting reporting) {
    int count = empty.count();
    if (count > 0) {
      String first = column(empty.next(0), names);
      reporting.note(
          count == 1
              ? first + " has no known entry and is left out; its W is NaN"
              : "%,d columns, the first %s, have no known entry and are left out; their W is NaN"
                  .formatted(count, first));
    }
  }

  private static String column(int j, @Nullable List<String> names) {
    return "column " + (j + 1L) + (names == null ? "" : " (\"" + names.get(j) + "\")");
  }

  /**
   * Checks that every row knows an entry, if none shall be without, and tells how many entries are
   * missing.
   *
   * @param empty whether rows may be without a known entry
   * @throws org.latentfeature.data.DataException naming the first row without one, if not, or if
   *     all are
   */
  static void ofRows(Matrix x, Path file, boolean empty, Reporting reporting) {
    int without = x.facts().emptyRows().count();
    if (!empty || without == x.rows()) {
      MissingEntries.of(x, i -> "row " + (i + 1L) + " of " + file);
    }
    note(x, reporting);
    if (without > 0) {
      reporting.note(
          "%,d row%s no known entry and so no feature"
              .formatted(without, without == 1 ? " has" : "s have"));
    }
  }

  /** How many entries are missing; if most are, what share is known. */
  static void note(Matrix x, Reporting reporting) {
    long missing = x.facts().missing();
    if (missing == 0) {
      return;
    }
    double share = (double) missing / x.size();
    reporting.note(
        "%,d missing value%s%s"
            .formatted(
                missing,
                missing == 1 ? "" : "s",
                share > MOST ? "; %.2g %% are known".formatted(100 * (1 - share)) : ""));
  }

  private static void noteFewKnown(Matrix x, int features, Reporting reporting) {
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
      shrunk += columns.known(j) > 0 && columns.known(j) < features ? 1 : 0;
    }
    if (shrunk > 0) {
      reporting.note(
          "%,d column%s fewer than %d known entries; their W is shrunk"
              .formatted(shrunk, shrunk == 1 ? " has" : "s have", features));
    }
  }
}
