package org.latentfeature.fit.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Rows;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.Incidence;

/**
 * The least-squares dictionary of codes Z. Where entries of X are missing, column d of W is fitted
 * to the rows that know it, with a ridge,
 *
 * <pre>  (Zᵀ diag(m_d) Z + κI) w_d = Zᵀ (m_d ∘ x_d),   κ = σ² / σ_w²,</pre>
 *
 * for a column of about K known entries is otherwise interpolated, and explodes. σ² is the residual
 * variance of an earlier solution, and σ_w² its mean square over columns with more than 5K known
 * entries; without an earlier one, of the solution for κ = 0. A κ that the user gives is taken.
 * Columns that the same rows know share a Gram matrix and its factor.
 */
final class Dictionaries {

  /** Bytes of the Gram matrices that are kept at once. */
  private static final long TILE = 1 << 26;

  /** Columns with more known entries than this times K tell the size of W. */
  private static final int WELL_KNOWN = 5;

  private final Factorisation steps;
  private final Algebra algebra;
  private final LeastSquares leastSquares;
  private final Regularisation costs;
  private final double squaredNorm;

  /** Columns of each pattern; empty if nothing is missing. */
  private final List<int[]> members;

  private final int[] columns;
  private final int[] known;

  /** Dictionaries for {@code rows}, on which {@code steps} are opened. */
  Dictionaries(
      Factorisation steps,
      LeastSquares leastSquares,
      Regularisation costs,
      Rows rows,
      Algebra algebra) {
    this.steps = steps;
    this.algebra = algebra;
    this.costs = costs;
    this.leastSquares = leastSquares;
    squaredNorm = rows.facts().squaredNorm();
    boolean isWhole = rows.facts().missing() == 0;
    members = isWhole ? List.of() : members(KnownColumns.of(rows.matrix()), rows.cols());
    columns = members.stream().mapToInt(m -> m[0]).toArray();
    known = new int[columns.length];
    for (int p = 0; p < known.length; p++) {
      known[p] = KnownColumns.of(rows.matrix()).known(columns[p]);
    }
  }

  private static List<int[]> members(KnownColumns known, int cols) {
    List<List<Integer>> all = new ArrayList<>();
    for (int p = 0; p < known.patterns(); p++) {
      all.add(new ArrayList<>());
    }
    for (int j = 0; j < cols; j++) {
      all.get(known.pattern(j)).add(j);
    }
    return all.stream().map(m -> m.stream().mapToInt(j -> j).toArray()).toList();
  }

  /**
   * W (K×D).
   *
   * @param codes of at least one column
   * @param earlier a factorisation with as many; null if there is none
   */
  Dense of(Incidence codes, @Nullable Factors earlier) {
    Products products = steps.products(codes, 0);
    if (members.isEmpty()) {
      return leastSquares.dictionary(products, algebra);
    }
    Solves solves = new Solves(codes, products.cross());
    Double given = costs.ridge();
    if (given != null) {
      return solves.dictionary(given);
    }
    if (earlier == null) {
      Dense free = solves.dictionary(0);
      double error = Math.max(0, squaredNorm - dot(products.cross(), free));
      return solves.dictionary(ridge(error, free));
    }
    return solves.dictionary(ridge(error(earlier), earlier.w()));
  }

  /** Returns whether the dictionaries depend on the error of the solution before. */
  boolean followErrors() {
    return !members.isEmpty() && costs.ridge() == null;
  }

  /** Without what its bits cost. */
  private double error(Factors earlier) {
    double paid = costs.bitCost() == 0 ? 0 : costs.bitCost() * PenalisedSteps.bits(earlier.z());
    return earlier.squaredError() - paid;
  }

  private static double dot(Dense some, Dense others) {
    double sum = 0;
    for (int i = 0; i < some.values().length; i++) {
      sum += some.values()[i] * others.values()[i];
    }
    return sum;
  }

  /** κ = σ²/σ_w². */
  private double ridge(double squaredError, Dense w) {
    int k = w.rows();
    long freedom = 0;
    double all = 0;
    double well = 0;
    long wellKnown = 0;
    for (int p = 0; p < known.length; p++) {
      for (int j : members.get(p)) {
        double squares = 0;
        for (int i = 0; i < k; i++) {
          squares += w.get(i, j) * w.get(i, j);
        }
        all += squares;
        freedom += Math.max(0, known[p] - k);
        if (known[p] > WELL_KNOWN * k) {
          well += squares;
          wellKnown += k;
        }
      }
    }
    double variance = squaredError / Math.max(1, freedom);
    double size = wellKnown > 0 ? well / wellKnown : all / w.values().length;
    return size > 0 ? variance / size : 0;
  }

  /** The solutions for one Z. */
  private final class Solves {

    private final Incidence codes;
    private final Dense cross;
    private final int k;
    private final int tile;
    private final PackedCholesky packed;
    private int loaded = -1;
    private Dense grams = new Dense(0, 0);

    Solves(Incidence codes, Dense cross) {
      this.codes = codes;
      this.cross = cross;
      k = cross.rows();
      packed = new PackedCholesky(k);
      tile = (int) Math.max(1, TILE / ((long) Double.BYTES * k * (k + 1) / 2));
    }

    Dense dictionary(double ridge) {
      Dense w = new Dense(k, cross.cols());
      for (int p = 0; p < columns.length; p++) {
        if (!solve(p, ridge, w)) {
          int[] some = members.get(p);
          Dense part = new Dense(k, some.length);
          copy(cross, some, part, true);
          copy(leastSquares.dictionary(new Products(gram(p, ridge), part)), some, w, false);
        }
      }
      return w;
    }

    /** The columns of pattern {@code p}, unless features depend on each other in what they know. */
    private boolean solve(int p, double ridge, Dense w) {
      int at = load(p) * grams.cols();
      double[] triangle = packed.triangle();
      System.arraycopy(grams.values(), at, triangle, 0, triangle.length);
      for (int i = 0; i < k; i++) {
        triangle[i * (i + 3) / 2] += ridge;
      }
      if (leastSquares != LeastSquares.FREE || !packed.factor(LeastSquares.DEPENDENT)) {
        return false;
      }
      double[] column = new double[k];
      for (int j : members.get(p)) {
        for (int i = 0; i < k; i++) {
          column[i] = cross.get(i, j);
        }
        packed.solve(column);
        for (int i = 0; i < k; i++) {
          w.set(i, j, column[i]);
        }
      }
      return true;
    }

    /** Columns {@code some} of the wider matrix, from it or into it. */
    private void copy(Dense from, int[] some, Dense into, boolean gather) {
      for (int i = 0; i < k; i++) {
        for (int c = 0; c < some.length; c++) {
          if (gather) {
            into.set(i, c, from.get(i, some[c]));
          } else {
            into.set(i, some[c], from.get(i, c));
          }
        }
      }
    }

    /** Sees that the Gram matrix of pattern {@code p} is there, and returns its row. */
    private int load(int p) {
      if (p / tile != loaded) {
        loaded = p / tile;
        int from = loaded * tile;
        grams =
            steps.columnGrams(
                codes, Arrays.copyOfRange(columns, from, Math.min(from + tile, columns.length)));
      }
      return p % tile;
    }

    private Dense gram(int p, double ridge) {
      int at = load(p) * grams.cols();
      Dense gram = new Dense(k, k);
      double[] g = gram.values();
      for (int i = 0; i < k; i++) {
        for (int j = 0; j <= i; j++) {
          double v = grams.values()[at++];
          g[i * k + j] = v;
          g[j * k + i] = v;
        }
        g[i * k + i] += ridge;
      }
      return gram;
    }
  }
}
