package org.latentfeature.study.order;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.ChosenCount.Candidate;
import org.latentfeature.fit.metrics.DescriptionLength;
import org.latentfeature.lasso.PathResult;

/**
 * A path's factorisations with 0, 1, 2, … features side by side.
 *
 * @param table a candidate for each K
 * @param heldOut the rule of held-out entries; null if none were held out
 */
record Comparison(List<Candidate> table, @Nullable OneStandardError heldOut) {

  /**
   * Compares the points of a path fitted to all entries of {@code x}.
   *
   * @param path in order of K, from 1 on
   */
  static Comparison of(PathResult path, Matrix x) {
    return new Comparison(described(path, x), null);
  }

  /** Compares the points of a path fitted to all but {@code entries}, which are then predicted. */
  static Comparison of(PathResult path, HeldOutEntries entries) {
    Matrix training = entries.training();
    List<double[]> errors = new ArrayList<>();
    errors.add(entries.errors(BinaryMatrix.empty(training.rows()), new Dense(0, training.cols())));
    path.points().forEach(point -> errors.add(entries.errors(point.z(), point.w())));
    OneStandardError rule = OneStandardError.of(errors);
    double[] rmse =
        errors.stream()
            .mapToDouble(each -> Math.sqrt(OneStandardError.sum(each) / entries.count()))
            .toArray();
    List<Candidate> described = described(path, training);
    List<Candidate> table =
        IntStream.range(0, rmse.length)
            .mapToObj(
                k ->
                    new Candidate(
                        k,
                        described.get(k).rmse(),
                        described.get(k).bits(),
                        rmse[k],
                        // a² − b² = (a − b)(a + b)
                        k == rule.least()
                            ? 0
                            : rule.deviations().get(k)
                                / (entries.count() * (rmse[k] + rmse[rule.least()]))))
            .toList();
    return new Comparison(table, rule);
  }

  private static List<Candidate> described(PathResult path, Matrix x) {
    DescriptionLength length = new DescriptionLength(x);
    List<Candidate> table = new ArrayList<>();
    table.add(
        new Candidate(
            0, Math.sqrt(x.facts().meanSquare()), length.bitsOfNothing(), Double.NaN, Double.NaN));
    for (PathResult.Point point : path.points()) {
      double bits = length.bits(point.z(), point.w());
      table.add(new Candidate(point.k(), point.rmse(), bits, Double.NaN, Double.NaN));
    }
    return table;
  }

  /** The rule of held-out entries, where some were. */
  OneStandardError rule() {
    return Objects.requireNonNull(heldOut, "no entries were held out");
  }

  /** The K with the shortest description; 0 if X without any feature is as short. */
  int shortest() {
    return table.stream().min(Comparator.comparing(Candidate::bits)).orElseThrow().features();
  }
}
