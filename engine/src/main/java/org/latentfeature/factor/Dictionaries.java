package org.latentfeature.factor;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Rows;
import org.latentfeature.linalg.Dense;
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
 * variance of the solution without a ridge, σ_w² its mean square over columns with more than 5K
 * known entries. Columns that the same rows know share a Gram matrix and its factor.
 */
final class Dictionaries {

  /** Bytes of the Gram matrices that are kept at once. */
  private static final long TILE = 1 << 26;

  /** Columns with more known entries than this times K tell the size of W. */
  private static final int WELL_KNOWN = 5;

  private final Factorisation steps;
  private final LeastSquares leastSquares;
  private final double squaredNorm;

  /** Columns of each pattern; empty if nothing is missing. */
  private final List<int[]> members;

  private final int[] columns;
  private final int[] known;

  /** Dictionaries for {@code rows}, on which {@code steps} are opened. */
  Dictionaries(Factorisation steps, LeastSquares leastSquares, Rows rows) {
    this.steps = steps;
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

  /** W (K×D) of {@code codes}, which have at least one column. */
  Dense of(Incidence codes) {
    Products products = steps.products(codes, 0);
    return members.isEmpty()
        ? leastSquares.dictionary(products)
        : new Solves(codes, products.cross()).dictionary();
  }

  /** The solutions for one Z. */
  private final class Solves {

    private final Incidence codes;
    private final Dense cross;
    private final int k;
    private final int tile;
    private final Dense w;
    private int loaded = -1;
    private Dense grams = new Dense(0, 0);

    /** Of the solution without a ridge: bᵀw, degrees of freedom, and ‖w‖² of some columns. */
    private double explained;

    private long freedom;
    private double wellKnown;
    private long wellKnownEntries;
    private double all;

    Solves(Incidence codes, Dense cross) {
      this.codes = codes;
      this.cross = cross;
      k = cross.rows();
      tile = (int) Math.max(1, TILE / ((long) Double.BYTES * k * (k + 1) / 2));
      w = new Dense(k, cross.cols());
    }

    Dense dictionary() {
      for (int p = 0; p < columns.length; p++) {
        solve(p, 0);
        measure(p);
      }
      double ridge = ridge();
      for (int p = 0; p < columns.length && ridge > 0; p++) {
        solve(p, ridge);
      }
      return w;
    }

    private void measure(int p) {
      for (int j : members.get(p)) {
        double squares = 0;
        for (int i = 0; i < k; i++) {
          explained += cross.get(i, j) * w.get(i, j);
          squares += w.get(i, j) * w.get(i, j);
        }
        all += squares;
        freedom += Math.max(0, known[p] - k);
        if (known[p] > WELL_KNOWN * k) {
          wellKnown += squares;
          wellKnownEntries += k;
        }
      }
    }

    private double ridge() {
      double variance = Math.max(0, squaredNorm - explained) / Math.max(1, freedom);
      double size = wellKnownEntries > 0 ? wellKnown / wellKnownEntries : all / w.values().length;
      return size > 0 ? variance / size : 0;
    }

    /** The columns of pattern {@code p}. */
    private void solve(int p, double ridge) {
      int[] some = members.get(p);
      Dense gram = gram(p, ridge);
      Dense part = new Dense(k, some.length);
      for (int i = 0; i < k; i++) {
        for (int c = 0; c < some.length; c++) {
          part.set(i, c, cross.get(i, some[c]));
        }
      }
      Dense solved = leastSquares.dictionary(new Products(gram, part));
      for (int i = 0; i < k; i++) {
        for (int c = 0; c < some.length; c++) {
          w.set(i, some[c], solved.get(i, c));
        }
      }
    }

    private Dense gram(int p, double ridge) {
      if (p / tile != loaded) {
        loaded = p / tile;
        int from = loaded * tile;
        int[] some = new int[Math.min(tile, columns.length - from)];
        System.arraycopy(columns, from, some, 0, some.length);
        grams = steps.columnGrams(codes, some);
      }
      Dense gram = new Dense(k, k);
      int pair = 0;
      for (int i = 0; i < k; i++) {
        for (int j = 0; j <= i; j++, pair++) {
          double v = grams.get(p % tile, pair) + (i == j ? ridge : 0);
          gram.set(i, j, v);
          gram.set(j, i, v);
        }
      }
      return gram;
    }
  }
}
