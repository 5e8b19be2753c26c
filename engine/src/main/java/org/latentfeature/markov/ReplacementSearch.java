package org.latentfeature.markov;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.coding.PathPosterior;
import org.latentfeature.step.coding.Paths;

/**
 * Proposes replacements of features. Random rows propose, in two ways:
 *
 * <ul>
 *   <li>Two features that often occur together span the right plane in most local optima, but any
 *       two directions in it explain the rows with both. The rows with only one of the true
 *       features show them: they lie on a line, and need two features instead of one. So the row's
 *       direction in the plane of two of its features is proposed for either.
 *   <li>Where a feature is missing, several others compensate for it. So the sum of some of the
 *       row's features and its residual is proposed in place of one of the features whose removal
 *       costs least.
 * </ul>
 */
final class ReplacementSearch {

  /** Rows that propose at a time. */
  private static final int DRAWS = 50;

  /** How many of the features that are missed least may be replaced by a missing one. */
  private static final int WEAKEST = 3;

  private final PathCoder coder;
  private final ResidentRows rows;
  private final MarkovOptions options;
  private final Algebra algebra;
  private final RandomStream random;

  ReplacementSearch(PathCoder coder, ResidentRows rows, MarkovOptions options, Algebra algebra) {
    this.coder = coder;
    this.rows = rows;
    this.options = options;
    this.algebra = algebra;
    random = new RandomStream(options.seed(), "markov exchange");
  }

  /**
   * Returns the best replacement proposed for each feature, if any, those of the largest gain
   * first.
   */
  List<Replacement> of(MarkovParameters model, Paths paths) {
    Round round = new Round(model, paths);
    for (int draw = 0; draw < DRAWS; draw++) {
      int i = random.nextInt(rows.rows());
      round.proposeTurns(i);
      round.proposeMissing(i);
    }
    round.found.sort(Comparator.comparingDouble(Replacement::gain).reversed());
    return round.found;
  }

  /** One model's search. */
  private final class Round {
    private final MarkovParameters model;
    private final Paths paths;
    private final RowsOfFeatures rowsOf;
    private final Recoding recoding;
    private final PathPosterior posterior;
    private final float[] row = new float[rows.cols()];
    private final int[] weakest;
    private final double length;
    private final List<Replacement> found = new ArrayList<>();

    Round(MarkovParameters model, Paths paths) {
      this.model = model;
      this.paths = paths;
      rowsOf = new RowsOfFeatures(paths, model.features());
      recoding = new Recoding(coder, options.coding(), model, paths);
      posterior = model.posterior(algebra.multiplyTransposed(model.w(), model.w()));
      weakest = weakest();
      length = Math.sqrt(model.w().squaredNorm() / model.features());
    }

    private int[] weakest() {
      double[] gain = new double[model.features()];
      for (int f = 0; f < gain.length; f++) {
        gain[f] = recoding.gain(Replacement.without(model, f), rowsOf.of(f));
      }
      return IntStream.range(0, gain.length)
          .boxed()
          .sorted(Comparator.comparingDouble(f -> -gain[f]))
          .limit(WEAKEST)
          .mapToInt(f -> f)
          .toArray();
    }

    /** The direction of row {@code i} in the plane of two of its features, for either. */
    void proposeTurns(int i) {
      int n = paths.length(i);
      if (n < 2) {
        return;
      }
      take(i);
      int[] places = new RowOrder(n, random).next(2);
      Dense direction = new Dense(1, rows.cols());
      for (int place : places) {
        add(direction, place, 1);
      }
      int[] pair = features(places);
      for (int f : pair) {
        consider(f, direction, model.w().rowNorm(f), new int[0], pair);
      }
    }

    /**
     * Proposes row {@code i} without some of its features as a replacement for one of the weakest
     * features.
     */
    void proposeMissing(int i) {
      take(i);
      int n = paths.length(i);
      int[] order = n == 0 ? new int[0] : new RowOrder(n, random).next(n);
      int kept = n == 0 ? 0 : random.nextInt(n);
      Dense direction = residual();
      for (int at = kept; at < n; at++) {
        add(direction, order[at], 1);
      }
      int[] explained = features(Arrays.copyOfRange(order, kept, n));
      int weak = weakest[random.nextInt(weakest.length)];
      int[] concerned = IntStream.concat(IntStream.of(explained), IntStream.of(weak)).toArray();
      consider(weak, direction, length, explained, concerned);
    }

    private void consider(int f, Dense direction, double size, int[] like, int[] concerned) {
      if (direction.rowNorm(0) == 0) {
        return;
      }
      MarkovParameters changed = Replacement.in(model, f, direction, size, like);
      double gain = recoding.gain(changed, rowsOf.ofAny(concerned));
      if (found.stream().noneMatch(r -> r.feature() == f && r.gain() >= gain)) {
        found.removeIf(r -> r.feature() == f);
        found.add(new Replacement(changed, f, gain));
      }
    }

    private void take(int i) {
      rows.copy(new int[] {i}).getRow(0, row);
      posterior.take(row, paths, i);
    }

    private int[] features(int[] places) {
      return IntStream.of(places).map(posterior::feature).toArray();
    }

    /** Adds {@code times} μw of the feature at {@code place}. */
    private void add(Dense sum, int place, double times) {
      double by = times * posterior.mean(place);
      for (int d = 0; d < rows.cols(); d++) {
        sum.set(0, d, sum.get(0, d) + by * model.w().get(posterior.feature(place), d));
      }
    }

    /** x − W_Aᵀμ, with 0 where x is not known. */
    private Dense residual() {
      Dense rest = new Dense(1, rows.cols());
      for (int a = 0; a < posterior.size(); a++) {
        add(rest, a, -1);
      }
      for (int d = 0; d < rows.cols(); d++) {
        rest.set(0, d, Float.isNaN(row[d]) ? 0 : row[d] + rest.get(0, d));
      }
      return rest;
    }
  }
}
