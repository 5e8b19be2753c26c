package org.latentfeature.fit.scale;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.RowCoding;

/**
 * Rows that are added to those of a fit: their codes, and the dictionary that is least squares for
 * them and for the {@link FittedSums} of the others, by turns. No round raises the error of all.
 */
final class AddedRows implements AutoCloseable {

  private static final int MAX_ROUNDS = 200;

  /** Numbers of the Gram matrices of columns that are kept at once. */
  private static final long TILE = 1 << 23;

  private final FittedSums fitted;
  private final LeastSquares leastSquares;
  private final long seed;
  private final Opened opened;
  private final Incidence codes;
  private final Factorisation steps;

  /** The columns that the same rows know, in lists; empty if nothing is missing. */
  private final List<int[]> patterns;

  /**
   * Where the alternation has settled.
   *
   * @param z codes of the added rows
   * @param w dictionary of all rows
   * @param before ‖X − ZW‖² of the added rows as they were first coded
   * @param squaredError the same in the end
   * @param rounds number of dictionaries
   * @param settled whether a round changed no code
   */
  record State(
      BinaryMatrix z, Dense w, double before, double squaredError, int rounds, boolean settled) {}

  /**
   * On {@code data}, the rows to add.
   *
   * @param most maximum number of features
   * @param seed of the second starts of codes
   */
  AddedRows(LoadedData data, FittedSums fitted, LeastSquares leastSquares, int most, long seed) {
    this.fitted = fitted;
    this.leastSquares = leastSquares;
    this.seed = seed;
    patterns = patterns(data.source());
    Incidence.Limits room = new Incidence.Limits(most);
    Factorisation.Limits limits = new Factorisation.Limits(most);
    opened = new Opened(data.rows(List.of(room, limits), StopSignal.NEVER), StopSignal.NEVER);
    codes = opened.open(room);
    steps = opened.open(limits);
  }

  private static List<int[]> patterns(Rows x) {
    if (x.facts().missing() == 0) {
      return List.of();
    }
    KnownColumns known = KnownColumns.of(x.matrix());
    List<List<Integer>> members = new ArrayList<>();
    for (int p = 0; p < known.patterns(); p++) {
      members.add(new ArrayList<>());
    }
    for (int j = 0; j < x.cols(); j++) {
      members.get(known.pattern(j)).add(j);
    }
    return members.stream().map(m -> m.stream().mapToInt(j -> j).toArray()).toList();
  }

  /** Codes the rows anew for {@code w}, as a coder of such a model does, and continues. */
  State coded(Dense w) {
    RowCoding how = RowCoding.encoding(FactorCoder.EXACT_COLUMNS, FactorCoder.RESTARTS, seed, 0);
    CodeSums sums = steps.code(codes, w, how);
    return settled(sums.products(), sums.squaredError());
  }

  /** Continues from {@code state} with these features alone. */
  State retained(State state, int[] kept) {
    codes.replace(state.z().select(kept));
    return settled(steps.products(codes, 0), state.squaredError());
  }

  private State settled(Products first, double before) {
    Dense w = dictionary(first);
    for (int round = 1; round <= MAX_ROUNDS; round++) {
      CodeSums sums = steps.code(codes, w, RowCoding.refining(FactorCoder.EXACT_COLUMNS, 0));
      if (sums.changed() == 0) {
        return new State(codes.toMatrix(), w, before, sums.squaredError(), round, true);
      }
      w = dictionary(sums.products());
    }
    double error = steps.squaredError(codes, w);
    return new State(codes.toMatrix(), w, before, error, MAX_ROUNDS, false);
  }

  /** The least-squares dictionary of all rows, for the codes on the device and their products. */
  private Dense dictionary(Products added) {
    int k = codes.columns();
    Products fit = fitted.products(k);
    if (patterns.isEmpty()) {
      return leastSquares.dictionary(fit.plus(added));
    }
    Dense cross = fit.cross().plus(added.cross());
    Dense w = new Dense(k, cross.cols());
    int tile = (int) Math.max(1, TILE / ((long) k * (k + 1) / 2));
    for (int from = 0; from < patterns.size(); from += tile) {
      List<int[]> some = patterns.subList(from, Math.min(from + tile, patterns.size()));
      Dense grams = steps.columnGrams(codes, some.stream().mapToInt(m -> m[0]).toArray());
      for (int p = 0; p < some.size(); p++) {
        solve(some.get(p), fit.gram().plus(square(grams, p, k)), cross, w);
      }
    }
    return w;
  }

  /** Sets the columns {@code some} of {@code w}, which share a Gram matrix. */
  private void solve(int[] some, Dense gram, Dense cross, Dense w) {
    Dense part = new Dense(gram.rows(), some.length);
    for (int i = 0; i < part.rows(); i++) {
      for (int c = 0; c < some.length; c++) {
        part.set(i, c, cross.get(i, some[c]));
      }
    }
    Dense solved = leastSquares.dictionary(new Products(gram, part));
    for (int i = 0; i < part.rows(); i++) {
      for (int c = 0; c < some.length; c++) {
        w.set(i, some[c], solved.get(i, c));
      }
    }
  }

  /** Row {@code p} of packed triangles as a matrix. */
  private static Dense square(Dense packed, int p, int k) {
    Dense gram = new Dense(k, k);
    int at = p * packed.cols();
    for (int i = 0; i < k; i++) {
      for (int j = 0; j <= i; j++) {
        double v = packed.values()[at++];
        gram.set(i, j, v);
        gram.set(j, i, v);
      }
    }
    return gram;
  }

  @Override
  public void close() {
    opened.close();
  }
}
