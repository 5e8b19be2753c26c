package org.latentfeature.fit.factor;

import java.util.Arrays;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * Moves rows to other codes, each judged by the dictionary of all other rows (Hartigan 1975;
 * Telgarsky &amp; Vattani 2010). The dictionary of all rows has bent to a row's wrong code where
 * rows are few, and defends it; that of the others has not. The change of the refitted squared
 * error is exact:
 *
 * <pre>  ‖X − Z W‖² = ‖X₋ − Z₋ W₋‖² + ‖x − z W₋‖² / (1 + z M₋ zᵀ),   M₋ = (Z₋ᵀZ₋)⁻¹,</pre>
 *
 * where ₋ is without the row. A row's candidates differ from its code in one bit or in two, and it
 * moves to the best until none is better; that takes O(K²). Rows enter by their inner products
 * alone, so that the cost does not depend on D.
 */
public final class HartiganMoves {

  /** Rows a feature beyond which one row no longer bends the dictionary. */
  private static final int ROWS_A_FEATURE = 60;

  /** The products of all pairs of so many rows take 72 MB. */
  private static final int MAX_ROWS = 3000;

  private static final int MAX_SWEEPS = 30;

  /** Maximum moves of a row at a time. */
  private static final int MAX_STEPS = 64;

  /** Added to the diagonal of ZᵀZ, a count of rows, so that it has an inverse. */
  private static final double RIDGE = 1e-4;

  /** A move must lower the row's cost by this share of its square, or it may be rounding. */
  private static final double GAIN = 1e-9;

  private final Dense gram;
  private final StopSignal stop;

  /**
   * Creates moves of the rows of X.
   *
   * @param gram X Xᵀ, N×N, which is not copied
   */
  public HartiganMoves(Dense gram, StopSignal stop) {
    this.gram = gram;
    this.stop = stop;
  }

  /** Returns the number of rows up to which such moves matter, for K features. */
  public static int maxRows(int k) {
    return (int) Math.min(MAX_ROWS, (long) ROWS_A_FEATURE * k);
  }

  /**
   * Returns codes from which no row moves, or what 30 sweeps over the rows come to. Their
   * least-squares error is at most that of {@code z}, but for rounding and a ridge of 10⁻⁴ rows.
   *
   * @param z N×K
   */
  public BinaryMatrix improve(BinaryMatrix z) {
    return z.cols() == 0 ? z : new Moving(z).run();
  }

  /** The codes, and what is known of their dictionary W = M ZᵀX. */
  private final class Moving {

    private final int n = gram.rows();
    private final int k;
    private final boolean[][] codes;

    /** Zᵀ X Xᵀ, K×N. */
    private final Dense products;

    /** ZᵀZ + ridge. */
    private final Dense counts;

    /** M = (ZᵀZ + ridge)⁻¹. */
    private Dense inverse;

    /** Zᵀ X Xᵀ Z. */
    private final Dense inner;

    /** W Wᵀ = M Zᵀ X Xᵀ Z M. */
    private Dense dictionaryGram;

    /** z, the code of the row that moves. */
    private final boolean[] code;

    /** M₋. */
    private final double[] m;

    /** W₋ W₋ᵀ. */
    private final double[] g;

    /** W₋ x. */
    private final double[] p;

    /** M₋ z. */
    private final double[] mz;

    /** W₋ W₋ᵀ z. */
    private final double[] gz;

    /** Zᵀ X x, M z, W x and W e, with e = x − z W. */
    private final double[] zx;

    private final double[] u;
    private final double[] wx;
    private final double[] we;

    Moving(BinaryMatrix z) {
      k = z.cols();
      codes = new boolean[n][k];
      products = new Dense(k, n);
      for (int c = 0; c < k; c++) {
        BitVector column = z.column(c);
        for (int i = column.next(0); i < n; i = column.next(i + 1)) {
          codes[i][c] = true;
          Dense.addScaled(products.values(), c * n, gram.values(), i * n, n, 1);
        }
      }
      counts = new Dense(k, k);
      inner = new Dense(k, k);
      for (int i = 0; i < n; i++) {
        add(counts.values(), codes[i], 1);
        for (int a = 0; a < k; a++) {
          for (int b = 0; codes[i][a] && b < k; b++) {
            inner.values()[a * k + b] += products.values()[b * n + i];
          }
        }
      }
      for (int a = 0; a < k; a++) {
        counts.values()[a * k + a] += RIDGE;
      }
      code = new boolean[k];
      m = new double[k * k];
      g = new double[k * k];
      p = new double[k];
      mz = new double[k];
      gz = new double[k];
      zx = new double[k];
      u = new double[k];
      wx = new double[k];
      we = new double[k];
      inverse = new Dense(k, k);
      dictionaryGram = inverse;
    }

    BinaryMatrix run() {
      for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        solve();
        boolean moved = false;
        for (int i = 0; i < n; i++) {
          stop.check();
          moved |= move(i);
        }
        if (!moved) {
          break;
        }
      }
      boolean[][] columns = new boolean[k][n];
      for (int i = 0; i < n; i++) {
        for (int a = 0; a < k; a++) {
          columns[a][i] = codes[i][a];
        }
      }
      return BinaryMatrix.ofColumns(n, Arrays.stream(columns).map(BitVector::of).toList());
    }

    /** Adds {@code sign} z zᵀ. */
    private void add(double[] to, boolean[] z, double sign) {
      for (int a = 0; a < k; a++) {
        for (int b = 0; z[a] && b < k; b++) {
          to[a * k + b] += z[b] ? sign : 0;
        }
      }
    }

    /** Computes M and W Wᵀ anew. */
    private void solve() {
      Dense identity = new Dense(k, k);
      for (int a = 0; a < k; a++) {
        identity.set(a, a, 1);
      }
      inverse = Algebra.JAVA.solve(counts, identity);
      dictionaryGram = inverse.times(inner).times(inverse);
    }

    /** Moves row {@code i} while that lowers its cost; returns whether it has moved. */
    private boolean move(int i) {
      System.arraycopy(codes[i], 0, code, 0, k);
      double square = gram.values()[i * n + i];
      without(i, square);
      double above = above(square);
      double below = below();
      boolean moved = false;
      for (int step = 0; step < MAX_STEPS; step++) {
        int first = -1;
        int second = -1;
        double best = above / below - GAIN * square;
        for (int a = 0; a < k; a++) {
          double sa = code[a] ? -1 : 1;
          double aboveOne = above + 2 * sa * (gz[a] - p[a]) + g[a * k + a];
          double belowOne = below + 2 * sa * mz[a] + m[a * k + a];
          if (Math.max(0, aboveOne) < best * belowOne) {
            best = Math.max(0, aboveOne) / belowOne;
            first = a;
            second = -1;
          }
          for (int b = 0; b < a; b++) {
            double sb = code[b] ? -1 : 1;
            double both = 2 * sa * sb;
            double aboveTwo =
                aboveOne + 2 * sb * (gz[b] - p[b]) + g[b * k + b] + both * g[a * k + b];
            double belowTwo = belowOne + 2 * sb * mz[b] + m[b * k + b] + both * m[a * k + b];
            if (Math.max(0, aboveTwo) < best * belowTwo) {
              best = Math.max(0, aboveTwo) / belowTwo;
              first = a;
              second = b;
            }
          }
        }
        if (first < 0) {
          break;
        }
        flip(first);
        if (second >= 0) {
          flip(second);
        }
        moved = true;
        above = above(square);
        below = below();
      }
      if (moved) {
        take(i);
      }
      return moved;
    }

    /** Computes the dictionary of the other rows from that of all. */
    private void without(int i, double square) {
      for (int a = 0; a < k; a++) {
        zx[a] = products.values()[a * n + i];
      }
      double h = 0;
      for (int a = 0; a < k; a++) {
        double ofM = 0;
        double ofG = 0;
        for (int b = 0; b < k; b++) {
          if (code[b]) {
            ofM += inverse.values()[a * k + b];
            ofG += dictionaryGram.values()[a * k + b];
          }
        }
        u[a] = ofM;
        wx[a] = Dense.dot(inverse.values(), a * k, zx, 0, k);
        we[a] = wx[a] - ofG;
        h += code[a] ? ofM : 0;
      }
      // e = x − z W: its square and its product with x.
      double ee = square;
      double ex = square;
      for (int a = 0; a < k; a++) {
        if (code[a]) {
          ee -= wx[a] + we[a];
          ex -= wx[a];
        }
      }
      double rest = Math.max(1 - h, 1e-12);
      for (int a = 0; a < k; a++) {
        for (int b = 0; b < k; b++) {
          int ab = a * k + b;
          m[ab] = inverse.values()[ab] + u[a] * u[b] / rest;
          g[ab] =
              dictionaryGram.values()[ab]
                  - (u[a] * we[b] + we[a] * u[b]) / rest
                  + u[a] * u[b] / rest * (ee / rest);
        }
        p[a] = wx[a] - u[a] / rest * ex;
      }
      Arrays.fill(mz, 0);
      Arrays.fill(gz, 0);
      for (int b = 0; b < k; b++) {
        if (code[b]) {
          Dense.addScaled(mz, 0, m, b * k, k, 1);
          Dense.addScaled(gz, 0, g, b * k, k, 1);
        }
      }
    }

    /** Returns ‖x − z W₋‖². */
    private double above(double square) {
      double sum = square;
      for (int a = 0; a < k; a++) {
        sum += code[a] ? gz[a] - 2 * p[a] : 0;
      }
      return Math.max(0, sum);
    }

    /** Returns 1 + z M₋ zᵀ. */
    private double below() {
      double sum = 1;
      for (int a = 0; a < k; a++) {
        sum += code[a] ? mz[a] : 0;
      }
      return sum;
    }

    private void flip(int a) {
      double sign = code[a] ? -1 : 1;
      code[a] = !code[a];
      Dense.addScaled(mz, 0, m, a * k, k, sign);
      Dense.addScaled(gz, 0, g, a * k, k, sign);
    }

    /** Gives row {@code i} the code to which it has moved. */
    private void take(int i) {
      double square = gram.values()[i * n + i];
      for (int a = 0; a < k; a++) {
        double changeA = change(i, a);
        for (int b = 0; b < k; b++) {
          double changeB = change(i, b);
          inner.values()[a * k + b] +=
              changeA * zx[b] + zx[a] * changeB + changeA * changeB * square;
        }
      }
      for (int a = 0; a < k; a++) {
        if (code[a] != codes[i][a]) {
          Dense.addScaled(products.values(), a * n, gram.values(), i * n, n, change(i, a));
        }
      }
      add(counts.values(), codes[i], -1);
      add(counts.values(), code, 1);
      System.arraycopy(code, 0, codes[i], 0, k);
      join(square);
    }

    private int change(int i, int a) {
      return (code[a] ? 1 : 0) - (codes[i][a] ? 1 : 0);
    }

    /**
     * Computes the dictionary with the row again: W = W₋ + M₋z eᵀ / (1 + z M₋ zᵀ), e = x − z W₋.
     */
    private void join(double square) {
      double s = below();
      double ee = above(square);
      for (int a = 0; a < k; a++) {
        double qa = p[a] - gz[a];
        for (int b = 0; b < k; b++) {
          int ab = a * k + b;
          double qb = p[b] - gz[b];
          inverse.values()[ab] = m[ab] - mz[a] * mz[b] / s;
          dictionaryGram.values()[ab] =
              g[ab] + (mz[a] * qb + qa * mz[b]) / s + mz[a] / s * (mz[b] / s) * ee;
        }
      }
    }
  }
}
