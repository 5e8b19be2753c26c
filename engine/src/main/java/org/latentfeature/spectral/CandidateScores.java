package org.latentfeature.spectral;

import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.Matrix;

/** Scores eigenpairs by what rows look like along their directions. */
final class CandidateScores {

  private CandidateScores() {}

  /**
   * The candidates of {@code pairs}, the best first.
   *
   * @param sigma standard deviation of the entries' noise; 0 for none
   * @param threads that share the candidates
   */
  static List<Candidate> of(
      WhitenedSample sample,
      MomentWhitening whitening,
      List<Eigenpair> pairs,
      double sigma,
      int threads,
      StopSignal stop) {
    List<Candidate> all = new ArrayList<>();
    for (int from = 0; from < pairs.size(); from += WhitenedSample.DIRECTIONS) {
      stop.check();
      int end = Math.min(pairs.size(), from + WhitenedSample.DIRECTIONS);
      all.addAll(scored(sample, whitening, pairs.subList(from, end), sigma, threads, stop));
    }
    all.sort(Comparator.comparingDouble(Candidate::score));
    return List.copyOf(all);
  }

  private static List<Candidate> scored(
      WhitenedSample sample,
      MomentWhitening whitening,
      List<Eigenpair> pairs,
      double sigma,
      int threads,
      StopSignal stop) {
    int k = whitening.size();
    Dense directions = new Dense(pairs.size(), k);
    double[][] y = new double[pairs.size()][k];
    for (int c = 0; c < y.length; c++) {
      for (int j = 0; j < k; j++) {
        y[c][j] = pairs.get(c).vector()[j] / pairs.get(c).lambda();
        directions.set(c, j, y[c][j]);
      }
    }
    Matrix products = sample.project(directions);
    Candidate[] scored = new Candidate[y.length];
    Columns[] workers = new Columns[threads];
    Workers.share(
        threads,
        y.length,
        stop,
        (worker, c) -> {
          if (workers[worker] == null) {
            workers[worker] = new Columns(products);
          }
          double lambda = pairs.get(c).lambda();
          double squares = whitening.squaredNorm(y[c]);
          float[] t = workers[worker].column(c);
          double score;
          if (sigma > 0) {
            workers[worker].sort.sort(t);
            double p = Math.min(1, 1 / (lambda * lambda));
            score = TwoValueScore.distance(t, p, sigma * Math.sqrt(squares));
          } else {
            score = TwoValueScore.deviation(t, squares);
          }
          scored[c] = new Candidate(y[c], lambda, score);
        });
    return List.of(scored);
  }

  /** One thread's look at columns of a matrix. */
  private static final class Columns {

    private final Matrix from;
    private final float[] values;
    private final ColumnSort sort;

    Columns(Matrix from) {
      this.from = from;
      values = new float[from.rows()];
      sort = new ColumnSort(values.length);
    }

    float[] column(int c) {
      for (int i = 0; i < values.length; ) {
        int count = from.contiguousRows(i, values.length - i);
        count = Math.min(count, Integer.MAX_VALUE / from.cols());
        FloatBuffer some = from.rows(i, count);
        for (int r = 0; r < count; r++) {
          values[i + r] = some.get(r * from.cols() + c);
        }
        i += count;
      }
      return values;
    }
  }
}
