package org.latentfeature.coding;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/**
 * The code of one row for a fixed dictionary W (K×D): z in {0,1}^K with small ‖x − Wᵀz‖², that is
 * small f(z) = zᵀGz − 2pᵀz with G = WWᵀ and p = Wx. Of a row with missing entries, G and p are sums
 * over the known ones. Has scratch memory: use it from one thread.
 */
public final class RowCoder {

  private final CodeQuadratic quadratic;
  private final int k;
  private final double smallestGain;
  private final double[] gradient;
  private final double[][] pending = new double[4][];
  private final Triangle triangle;
  private final double[] wholeTriangle;
  private final @Nullable KnownGram known;

  /** G of the row: {@link #known}'s if {@link #isPartial}. */
  private double[][] gram;

  private boolean isPartial;

  /** A coder of complete rows for the dictionary {@code w} (K×D). */
  public RowCoder(Dense w) {
    this(w, MissingEntries.none(0));
  }

  /**
   * A coder of rows with missing entries.
   *
   * @param w dictionary, K×D
   * @param missing which rows miss which of the D entries
   */
  public RowCoder(Dense w, MissingEntries missing) {
    this(w, missing, Algebra.JAVA);
  }

  /**
   * The same, whose WWᵀ {@code algebra} multiplies.
   *
   * @param w dictionary, K×D
   * @param missing which rows miss which of the D entries
   * @param algebra for products of K×K and K×D matrices
   */
  public RowCoder(Dense w, MissingEntries missing, Algebra algebra) {
    this(w, missing, 0, algebra);
  }

  /**
   * A coder of rows that pay for their features: of small ‖x − Wᵀz‖² + λ Σ z.
   *
   * @param w dictionary, K×D
   * @param missing which rows miss which of the D entries
   * @param bitCost λ, at least 0
   */
  public RowCoder(Dense w, MissingEntries missing, double bitCost) {
    this(w, missing, bitCost, Algebra.JAVA);
  }

  private RowCoder(Dense w, MissingEntries missing, double bitCost, Algebra algebra) {
    quadratic = new CodeQuadratic(w, bitCost, algebra);
    k = quadratic.columns();
    gram = quadratic.rows();
    smallestGain = quadratic.smallestGain();
    gradient = new double[k];
    wholeTriangle = quadratic.triangle();
    triangle = new Triangle(wholeTriangle, k);
    known = missing.isNone() ? null : new KnownGram(w, gram, bitCost, missing);
  }

  private RowCoder(RowCoder shared) {
    quadratic = shared.quadratic;
    k = shared.k;
    gram = quadratic.rows();
    smallestGain = shared.smallestGain;
    gradient = new double[k];
    wholeTriangle = shared.wholeTriangle;
    triangle = new Triangle(wholeTriangle, k);
    known = shared.known == null ? null : shared.known.fork();
  }

  /** Codes row {@code n} of X from now on, from 0; p is then W x over its known entries. */
  public void load(int n) {
    KnownGram own = known;
    if (own == null) {
      return;
    }
    boolean partial = !own.isWhole(n);
    boolean changed = partial && own.load(n);
    if (partial != isPartial || changed) {
      triangle.forget();
    }
    isPartial = partial;
    gram = partial ? own.values() : quadratic.rows();
  }

  /** Row {@code i} of G is about to be read. */
  private void require(int i) {
    if (isPartial && known != null) {
      known.require(i);
    }
  }

  /** A coder for the same dictionary with its own scratch memory, for another thread. */
  public RowCoder fork() {
    return new RowCoder(this);
  }

  /**
   * f(z) of the code that {@link #descend} has just left, by its gradient: zᵀ(Gz − p) − pᵀz.
   *
   * @param p W x of the row, as there
   * @param z the code
   */
  public double valueReached(double[] p, byte[] z) {
    double f = 0;
    for (int i = 0; i < k; i++) {
      f += z[i] * (gradient[i] - p[i]);
    }
    return f;
  }

  /**
   * Coordinate descent: flips single entries of {@code z} while one lowers f. Never raises f.
   *
   * @param p W x of the row
   * @return number of flips
   */
  public int descend(double[] p, byte[] z) {
    // gradient[i] = (Gz)_i − p_i; flipping z_i changes f by ±2 gradient[i] + G_ii.
    for (int i = 0; i < k; i++) {
      gradient[i] = -p[i];
    }
    addRows(z);
    return flip(z);
  }

  /** Adds Gz to the gradient, four rows of G at a time. */
  private void addRows(byte[] z) {
    int waiting = 0;
    for (int j = 0; j < k; j++) {
      if (z[j] != 0) {
        require(j);
        pending[waiting++] = gram[j];
        if (waiting == pending.length) {
          addFour(gradient, pending[0], pending[1], pending[2], pending[3]);
          waiting = 0;
        }
      }
    }
    for (int r = 0; r < waiting; r++) {
      add(gradient, 1, pending[r]);
    }
  }

  private static void addFour(double[] to, double[] a, double[] b, double[] c, double[] d) {
    for (int i = 0; i < to.length; i++) {
      to[i] += a[i] + b[i] + (c[i] + d[i]);
    }
  }

  /**
   * The same from the residual a = x − Wᵀz, 0 where x is missing: its gradient is −W a, so that
   * only the rows of G of what flips are needed.
   *
   * @param rest W a
   * @return number of flips
   */
  public int improve(double[] rest, byte[] z) {
    for (int i = 0; i < k; i++) {
      gradient[i] = -rest[i];
    }
    return flip(z);
  }

  /**
   * Draws the entries of {@code z} in turn, each given the others.
   *
   * @param p W x of the row
   * @param how they are drawn
   * @param row its number among all
   * @return number of entries that changed
   */
  public int draw(double[] p, byte[] z, BitDraws how, long row) {
    for (int i = 0; i < k; i++) {
      gradient[i] = -p[i];
    }
    addRows(z);
    return draw(z, how, row);
  }

  /**
   * The same from the residual, as of {@link #improve}.
   *
   * @param rest W a
   */
  public int redraw(double[] rest, byte[] z, BitDraws how, long row) {
    for (int i = 0; i < k; i++) {
      gradient[i] = -rest[i];
    }
    return draw(z, how, row);
  }

  private int draw(byte[] z, BitDraws how, long row) {
    int changed = 0;
    for (int i = 0; i < k; i++) {
      double margin = gram[i][i] * (z[i] - 0.5) - gradient[i];
      if (!how.keeps(i) && how.isOn(row, i, margin) != (z[i] != 0)) {
        addRow(i, 1 - 2 * z[i]);
        z[i] ^= 1;
        changed++;
      }
    }
    return changed;
  }

  /** Flips single entries by the gradient of {@code z}. */
  private int flip(byte[] z) {
    int flips = 0;
    int unchanged = 0;
    for (int i = 0; unchanged < k; i = i + 1 == k ? 0 : i + 1) {
      double sign = 1 - 2 * z[i];
      if (2 * sign * gradient[i] + gram[i][i] < -smallestGain) {
        z[i] ^= 1;
        addRow(i, sign);
        flips++;
        unchanged = 0;
      } else {
        unchanged++;
      }
    }
    return flips;
  }

  private void addRow(int j, double sign) {
    require(j);
    add(gradient, sign, gram[j]);
  }

  /** to += sign · row; arrays with one index, of which the JVM makes vector instructions. */
  static void add(double[] to, double sign, double[] row) {
    for (int i = 0; i < to.length; i++) {
      to[i] += sign * row[i];
    }
  }

  /**
   * The global minimum of f, by depth-first search over the triangular factor of G (sphere
   * decoding), starting from {@code z}, which stays unchanged unless a strictly better code exists.
   *
   * @param p W x of the row
   */
  public void exact(double[] p, byte[] z) {
    descend(p, z);
    if (!triangle.isLoaded()) {
      triangle.load(isPartial && known != null ? quadratic.triangle(known.all()) : wholeTriangle);
    }
    triangle.search(p, z, smallestGain);
  }

  /**
   * The same from the residual, as of {@link #improve}.
   *
   * @param rest W a; becomes W x
   */
  public void improveExactly(double[] rest, byte[] z) {
    Arrays.fill(gradient, 0);
    addRows(z);
    for (int i = 0; i < k; i++) {
      rest[i] += gradient[i];
    }
    exact(rest, z);
  }

  /** Depth-first search over f(z) = ‖y − Rz‖² + constant, where G = RᵀR and Rᵀy = p. */
  private static final class Triangle {
    private final int k;
    private double @Nullable [] loaded;
    private double[] r;
    private final double[] y;
    private final byte[] trial;
    private final byte[] best;
    private double bestCost;

    Triangle(double[] r, int k) {
      this.k = k;
      this.r = r;
      loaded = r;
      y = new double[k];
      trial = new byte[k];
      best = new byte[k];
    }

    /** The factor is no longer that of the row's G. */
    void forget() {
      loaded = null;
    }

    boolean isLoaded() {
      return loaded != null;
    }

    void load(double[] factor) {
      r = factor;
      loaded = factor;
    }

    void search(double[] p, byte[] z, double smallestGain) {
      for (int i = 0; i < k; i++) {
        double sum = p[i];
        for (int m = 0; m < i; m++) {
          sum -= r[m * k + i] * y[m];
        }
        y[i] = r[i * k + i] > 0 ? sum / r[i * k + i] : 0;
      }
      double start = 0;
      for (int i = 0; i < k; i++) {
        start += square(y[i] - tail(i, z, i));
      }
      bestCost = start - smallestGain;
      System.arraycopy(z, 0, best, 0, k);
      descendInto(k - 1, 0);
      System.arraycopy(best, 0, z, 0, k);
    }

    private void descendInto(int level, double cost) {
      if (cost >= bestCost) {
        return;
      }
      if (level < 0) {
        bestCost = cost;
        System.arraycopy(trial, 0, best, 0, k);
        return;
      }
      double rest = y[level] - tail(level, trial, level + 1);
      double zero = square(rest);
      double one = square(rest - r[level * k + level]);
      byte first = (byte) (one < zero ? 1 : 0);
      trial[level] = first;
      descendInto(level - 1, cost + Math.min(zero, one));
      trial[level] = (byte) (1 - first);
      descendInto(level - 1, cost + Math.max(zero, one));
    }

    private double tail(int row, byte[] z, int from) {
      double sum = 0;
      for (int j = from; j < k; j++) {
        sum += r[row * k + j] * z[j];
      }
      return sum;
    }

    private static double square(double v) {
      return v * v;
    }
  }
}
