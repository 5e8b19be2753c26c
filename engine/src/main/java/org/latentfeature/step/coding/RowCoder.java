package org.latentfeature.step.coding;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.MissingEntries;

/**
 * The code of one row for a fixed dictionary W (K×D): z in {0,1}^K with small ‖x − Wᵀz‖², that is
 * small f(z) = zᵀGz − 2pᵀz with G = WWᵀ and p = Wx. Of a row with missing entries, G and p are sums
 * over the known ones. Has scratch memory: use it from one thread.
 */
public final class RowCoder {

  /** Least squares over numbers from 0 to 1 ends when a sweep changes none by more than this. */
  private static final double BOXED = 1e-3;

  /**
   * Maximum number of features that depend on others where nearest planes are tried: two to this
   * power paths are followed.
   */
  private static final int MOST_DEPENDENT = 6;

  private final CodeQuadratic quadratic;
  private final int k;
  private final double smallestGain;
  private final double[] gradient;
  private final double[] scratch;
  private final double[][] pending = new double[4][];
  private final SphereSearch sphere;
  private final WholeFactor wholeFactor;
  private final @Nullable KnownGram known;

  /** G of the row: {@link #known}'s if {@link #isPartial}. */
  private double[][] gram;

  private boolean isPartial;

  /** Searches for the nearest of all sums; null if there is none, or it is not yet known. */
  private SumTree.@Nullable Search sums;

  private boolean areSumsKnown;

  /** The factor of the row's G; null until it is needed. */
  private @Nullable GramFactor factor;

  private @Nullable NearestPlane plane;

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
   * A coder of rows with missing entries, whose products, such as WWᵀ, {@code algebra} computes.
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
    scratch = new double[k];
    wholeFactor = new WholeFactor(quadratic);
    sphere = new SphereSearch(k);
    known = missing.isNone() ? null : new KnownGram(w, gram, bitCost, missing);
  }

  private RowCoder(RowCoder shared) {
    quadratic = shared.quadratic;
    k = shared.k;
    gram = quadratic.rows();
    smallestGain = shared.smallestGain;
    gradient = new double[k];
    scratch = new double[k];
    wholeFactor = shared.wholeFactor;
    sphere = new SphereSearch(k);
    known = shared.known == null ? null : shared.known.fork();
  }

  /** The factor of G of complete rows, made when a coder first needs it, for all that share it. */
  private static final class WholeFactor {
    private final CodeQuadratic quadratic;
    private @Nullable GramFactor factor;
    private @Nullable GramFactor ofPlanes;
    private @Nullable SumTree tree;
    private boolean isTreeKnown;

    WholeFactor(CodeQuadratic quadratic) {
      this.quadratic = quadratic;
    }

    /** Returns the sums of the columns of the factor; null where a search is as fast. */
    synchronized @Nullable SumTree tree() {
      if (!isTreeKnown) {
        GramFactor made = get();
        int k = made.features();
        if (k > 0 && SumTree.isWorthwhile(k, k - made.dependent())) {
          tree = new SumTree(made.vectors());
        }
        isTreeKnown = true;
      }
      return tree;
    }

    /** Returns the factor by which nearest planes are computed; null where they settle no row. */
    synchronized @Nullable GramFactor ofPlanes() {
      GramFactor made = get();
      if (made.dependent() > MOST_DEPENDENT
          || (made.dependent() > 0 && hasTwins(quadratic.rows()))) {
        return null;
      }
      if (ofPlanes == null) {
        ofPlanes = made.withDependentLast(quadratic.rows(), quadratic.smallestPivots());
      }
      return ofPlanes;
    }

    /** Returns whether a feature is 0 or equals another: every row has codes that are as good. */
    private static boolean hasTwins(double[][] gram) {
      for (int i = 0; i < gram.length; i++) {
        for (int j = 0; j < i; j++) {
          if (gram[i][i] == gram[j][j] && gram[i][j] == gram[i][i]) {
            return true;
          }
        }
        if (gram[i][i] == 0) {
          return true;
        }
      }
      return false;
    }

    synchronized GramFactor get() {
      GramFactor made = factor;
      if (made == null) {
        made = GramFactor.of(quadratic.rows(), quadratic.smallestPivots());
        factor = made;
      }
      return made;
    }
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
      factor = null;
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
   * Flips entries of {@code z} while that lowers f, starting from the residual a = x − Wᵀz, 0 where
   * x is missing. The gradient is −W a, so only the rows of G of flipped entries are needed.
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
   * Draws the bits of a row from its residual a = x − Wᵀz, as in {@link #improve}, instead of from
   * W x.
   *
   * @param rest W a
   * @param z the code, which is drawn anew
   * @param how bits are drawn
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
    SumTree.Search sums = sums();
    if (sums != null) {
      nearest(sums, p, z);
    } else {
      descend(p, z);
      search(p, z, Long.MAX_VALUE);
    }
  }

  /** Returns the search for the nearest of all sums; null if a row has none, or it is no faster. */
  private SumTree.@Nullable Search sums() {
    if (isPartial) {
      return null;
    }
    if (!areSumsKnown) {
      SumTree tree = wholeFactor.tree();
      sums = tree == null ? null : tree.search();
      areSumsKnown = true;
    }
    return sums;
  }

  /** Takes the code of the nearest sum, unless {@code z} is as good. */
  private void nearest(SumTree.Search of, double[] p, byte[] z) {
    GramFactor own = wholeFactor.get();
    own.target(p, scratch);
    own.independent(scratch, of.point());
    int code = of.nearest();
    double squared = 0;
    for (int i = 0; i < k; i++) {
      gradient[i] = scratch[i];
    }
    for (int j = 0; j < k; j++) {
      if (z[own.feature(j)] != 0) {
        GramFactor.subtract(gradient, own.column(j), 1, j + 1);
      }
    }
    for (int i = 0; i < k; i++) {
      squared += gradient[i] * gradient[i];
    }
    if (of.squaredDistance() < squared - smallestGain) {
      for (int j = 0; j < k; j++) {
        z[own.feature(j)] = (byte) (code >> j & 1);
      }
    }
  }

  /**
   * Searches like {@link #exact}, but without a descent before, and gives up once it has decided
   * this number of entries of codes.
   *
   * @param p W x of the row
   * @param z the code to start from, and the best that was found
   * @param nodes maximum number of entries
   * @return whether no code is better than the one that is now in {@code z}
   */
  public boolean search(double[] p, byte[] z, long nodes) {
    return sphere.search(factor(), p, z, smallestGain, nodes);
  }

  /**
   * Returns what codes many rows at once, as {@link #exact} and {@link #search} do; null where it
   * is no faster, or its codes would not be proven: of rows with missing entries, of features of
   * which many depend on others, two are equal or one is 0, or of ones that searches do not see.
   */
  public @Nullable NearestPlane nearestPlane() {
    if (plane == null && known == null && seesEveryFeature() && wholeFactor.tree() == null) {
      GramFactor ofPlanes = wholeFactor.ofPlanes();
      plane = ofPlanes == null ? null : new NearestPlane(ofPlanes, k, smallestGain);
    }
    return plane;
  }

  /** See {@link CodeQuadratic#seesEveryFeature}. */
  boolean seesEveryFeature() {
    return quadratic.seesEveryFeature();
  }

  private GramFactor factor() {
    GramFactor of = factor;
    if (of == null) {
      of =
          isPartial && known != null
              ? GramFactor.of(known.all(), quadratic.smallestPivots())
              : wholeFactor.get();
      factor = of;
    }
    return of;
  }

  /**
   * The code that least squares gives when its numbers are rounded.
   *
   * @param p W x of the row
   * @param real K numbers, which become the solution of G z = p
   */
  void leastSquares(double[] p, double[] real, byte[] z) {
    factor().leastSquares(p, scratch, real);
    round(real, z);
  }

  private static void round(double[] real, byte[] z) {
    for (int i = 0; i < z.length; i++) {
      z[i] = (byte) (real[i] > 0.5 ? 1 : 0);
    }
  }

  /**
   * The code that least squares over numbers from 0 to 1 gives when they are rounded, by coordinate
   * descent.
   *
   * @param p W x of the row
   * @param real where it starts; becomes the solution
   * @param sweeps maximum number of sweeps
   */
  void boxed(double[] p, double[] real, byte[] z, int sweeps) {
    for (int i = 0; i < k; i++) {
      real[i] = Math.min(1, Math.max(0, real[i]));
      gradient[i] = -p[i];
    }
    for (int i = 0; i < k; i++) {
      if (real[i] != 0) {
        addRow(i, real[i]);
      }
    }
    double change = 1;
    for (int sweep = 0; sweep < sweeps && change > BOXED; sweep++) {
      change = 0;
      for (int i = 0; i < k; i++) {
        double next = Math.min(1, Math.max(0, real[i] - gradient[i] / gram[i][i]));
        double step = gram[i][i] > 0 ? next - real[i] : 0;
        if (step != 0) {
          real[i] += step;
          addRow(i, step);
          change = Math.max(change, Math.abs(step));
        }
      }
    }
    round(real, z);
  }

  /**
   * Flips pairs of entries of {@code z}, and single ones, while that lowers f.
   *
   * @param p W x of the row
   */
  void descendByPairs(double[] p, byte[] z) {
    descend(p, z);
    while (flipPair(z)) {
      flip(z);
    }
  }

  /** Flips the best pair, if it lowers f, by the gradient of {@code z}. */
  private boolean flipPair(byte[] z) {
    double best = -smallestGain;
    int first = -1;
    int second = -1;
    for (int i = 0; i < k; i++) {
      require(i);
      double sign = 1 - 2 * z[i];
      double own = 2 * sign * gradient[i] + gram[i][i];
      for (int j = 0; j < i; j++) {
        double other = 1 - 2 * z[j];
        double change = own + 2 * other * gradient[j] + gram[j][j] + 2 * sign * other * gram[i][j];
        if (change < best) {
          best = change;
          first = i;
          second = j;
        }
      }
    }
    if (first < 0) {
      return false;
    }
    for (int i : new int[] {first, second}) {
      addRow(i, 1 - 2 * z[i]);
      z[i] ^= 1;
    }
    return true;
  }

  /**
   * Finds the global minimum like {@link #exact}, but from the residual a = x − Wᵀz, as in {@link
   * #improve}.
   *
   * @param rest W a; becomes W x
   * @param z becomes the best code
   */
  public void improveExactly(double[] rest, byte[] z) {
    Arrays.fill(gradient, 0);
    addRows(z);
    for (int i = 0; i < k; i++) {
      rest[i] += gradient[i];
    }
    exact(rest, z);
  }
}
