package org.latentfeature.fit.factor;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.KnownParts;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/**
 * The data after exact reductions, which keep objective and Z; computed once for all fits to the
 * same data. Sparse rows stay sparse: X = L Q would fill them. Columns without a known entry are
 * left out, and are NaN in dictionaries of the original data.
 */
public final class PreparedData implements LoadedData.Derived {

  /** Above this many rows X Xᵀ costs more than it saves. */
  private static final int MOST_ROWS = 3000;

  /** X = L Q pays off for at least this many columns per row. */
  private static final double WIDE = 1.25;

  /** Pivots of X Xᵀ below this share of the largest are rounding errors. */
  private static final double RANK_TOLERANCE = 1e-13;

  /** Squares of values within these limits neither overflow nor vanish in single precision. */
  private static final double LARGE = 1e9;

  private static final double SMALL = 1e-9;

  private final LoadedData original;
  private final LeastSquares leastSquares;
  private final int @Nullable [] columns;
  private final LoadedData whole;
  private final LoadedData fitted;
  private final double scale;
  private final boolean hurried;
  private final int noisyCols;
  private @Nullable SpectralReduction reduction;

  /**
   * The reductions of {@code original}.
   *
   * @param columns those that are not all zero; null for all
   * @param whole these columns, scaled
   * @param fitted the reduced form, or {@code whole} itself if a reduction saves nothing
   * @param scale power of two that X was multiplied by, 1 unless its values are extreme
   * @param hurried whether there was no time for the reduction
   */
  private PreparedData(
      LoadedData original,
      LeastSquares leastSquares,
      int @Nullable [] columns,
      LoadedData whole,
      LoadedData fitted,
      double scale,
      boolean hurried) {
    this.original = original;
    this.leastSquares = leastSquares;
    this.columns = columns;
    this.whole = whole;
    this.fitted = fitted;
    this.scale = scale;
    this.hurried = hurried;
    Rows x = original.source();
    noisyCols = x.cols() - x.facts().zeroColumns().count();
  }

  /**
   * The prepared form of {@code data}, cached there by the first call. Once {@code stop} is set,
   * the slow reduction is skipped.
   *
   * @throws org.latentfeature.data.DataException naming the first entry that is not finite
   * @throws IllegalArgumentException if all entries are zero
   */
  public static PreparedData of(LoadedData data, StopSignal stop) {
    PreparedData kept = data.kept(PreparedData.class);
    return kept == null || kept.hurried ? data.keep(make(data, stop)) : kept;
  }

  /**
   * Returns the prepared form of {@code data} for dictionaries of {@code leastSquares}: the
   * unreduced data, which are not cached, if reductions would change the dictionaries.
   *
   * @throws org.latentfeature.data.DataException naming the first entry that is not finite
   */
  static PreparedData of(LoadedData data, LeastSquares leastSquares, StopSignal stop) {
    if (leastSquares == LeastSquares.FREE) {
      return of(data, stop);
    }
    data.x().facts().requireFinite("X");
    return new PreparedData(data, leastSquares, null, data, data, 1, false);
  }

  private static PreparedData make(LoadedData data, StopSignal stop) {
    Rows x = data.source();
    DataFacts facts = requireKnown(x);
    double largest = facts.largest();
    if (largest == 0) {
      throw new IllegalArgumentException("all entries of X are zero; there is nothing to fit");
    }
    if (!x.isInMemory()) {
      requireSingle(largest);
      return new PreparedData(data, LeastSquares.FREE, null, data, data, 1, false);
    }
    double scale = scaleOf(largest);
    int[] used = IntStream.range(0, x.cols()).filter(j -> !facts.zeroColumns().get(j)).toArray();
    boolean isLearned = facts.emptyColumns().count() == 0;
    int[] columns = used.length < 0.9 * x.cols() || !isLearned ? used : null;
    Backend backend = data.backend();
    LoadedData whole =
        columns == null && scale == 1 ? data : new LoadedData(backend, copy(x, columns, scale));
    if (x instanceof SparseRows
        || facts.missing() > 0
        || !isWide(x.rows(), whole.source().cols())) {
      return new PreparedData(data, LeastSquares.FREE, columns, whole, whole, scale, false);
    }
    try {
      LoadedData factor = new LoadedData(backend, lq(whole, stop));
      return new PreparedData(data, LeastSquares.FREE, columns, whole, factor, scale, false);
    } catch (StoppedException e) {
      return new PreparedData(data, LeastSquares.FREE, columns, whole, whole, scale, true);
    }
  }

  /** The facts of {@code x}, whose entries are finite or missing; each row knows one. */
  private static DataFacts requireKnown(Rows x) {
    DataFacts facts = x.facts().requireFiniteOrMissing("X");
    if (facts.missing() > 0) {
      if (!x.isInMemory()) {
        throw new DataException(
            "%,d entries of X are missing, and X is read block by block; %s"
                .formatted(facts.missing(), Phrase.MEMORY));
      }
      KnownParts.require(x.matrix());
    }
    return facts;
  }

  /** A power of two: what entries up to {@code largest} are multiplied by in single precision. */
  static double scaleOf(double largest) {
    return largest > 0 && isExtreme(largest) ? Math.scalb(1.0, -Math.getExponent(largest)) : 1;
  }

  /** A copy of {@code x}, its entries multiplied by {@code scale}. */
  static Rows scaled(Rows x, double scale) {
    return copy(x, null, scale);
  }

  /**
   * Refuses rows that would have to be scaled first.
   *
   * @throws IllegalArgumentException if squares of entries up to {@code largest} overflow or vanish
   *     in single precision
   */
  public static void requireSingle(double largest) {
    if (isExtreme(largest)) {
      throw new IllegalArgumentException(
          "the largest entry of X is %s, whose square single precision does not hold; multiply X by a constant first, %s"
              .formatted(largest, Phrase.SCALE_BY));
    }
  }

  private static boolean isExtreme(double largest) {
    return largest > LARGE || largest < SMALL;
  }

  private static boolean isWide(int rows, int cols) {
    return cols >= WIDE * rows && rows <= MOST_ROWS;
  }

  /** The dictionaries that they are prepared for. */
  LeastSquares leastSquares() {
    return leastSquares;
  }

  /** X (N×D), with fewer columns if it is reduced. */
  public LoadedData fitted() {
    return fitted;
  }

  /** X as it was given. */
  public Rows original() {
    return original.source();
  }

  /** The columns of X that are not all zero, scaled; the fitted rows are their exact reduction. */
  public Rows whole() {
    return whole.source();
  }

  /** Number of columns of the original data that are not all zero, and so have noise. */
  public int noisyCols() {
    return noisyCols;
  }

  /** Returns the factor that X was multiplied by. */
  public double scale() {
    return scale;
  }

  /**
   * {@code costs} in the units of these data.
   *
   * @throws DataException if there are any but no entry of X is missing: complete rows are reduced,
   *     and the dictionary of the reduced rows is not the one of least cost
   */
  public Regularisation costs(Regularisation costs) {
    if (costs.equals(Regularisation.DEFAULT)) {
      return costs;
    }
    if (original().facts().missing() == 0) {
      throw new DataException(
          "ridge and bit-cost apply to X with missing entries, but all are known; drop them");
    }
    return new Regularisation(costs.ridge(), costs.bitCost() * scale * scale);
  }

  /** ‖X‖² of the prepared data. */
  public double squaredNorm() {
    return fitted.source().facts().squaredNorm();
  }

  /** The fitted rows, as a fit runs on them. */
  public FitRows rows() {
    return FitRows.of(this);
  }

  /**
   * Returns the fitted rows in {@code size} spectral dimensions, cached until another size is
   * requested.
   *
   * @param gram XᵀX of {@link #fitted}; null if it is unknown, and X is read instead
   */
  public FitRows rows(int size, @Nullable Dense gram, Algebra algebra, StopSignal stop) {
    return reduced(size, 0, () -> SpectralReduction.of(fitted, size, gram, algebra, stop));
  }

  /**
   * Returns the fitted rows, which are sparse, as dense rows of {@code size} spectral dimensions,
   * cached until another size or K is requested.
   *
   * @param k K, of which the leading singular vectors are among the dimensions
   */
  public FitRows denseRows(int size, int k, Algebra algebra, StopSignal stop) {
    return reduced(size, k, () -> SpectralReduction.ofSparse(fitted, size, k, algebra, stop));
  }

  private FitRows reduced(int size, int leading, Supplier<SpectralReduction> reducing) {
    SpectralReduction kept = reduction;
    if (kept == null || kept.size() != size || kept.leading() != leading) {
      SpectralReduction made = reducing.get();
      closeReduction();
      reduction = made;
      kept = made;
    }
    return FitRows.of(this, kept);
  }

  private void closeReduction() {
    if (reduction != null) {
      reduction.close();
      reduction = null;
    }
  }

  /** The memory for prepared data. */
  @FunctionalInterface
  public interface Need {
    /** Bytes for N×D prepared rows, including the rows. */
    long bytes(int rows, int cols);
  }

  /**
   * Maximum bytes on N×D data, which are {@linkplain Backend#sparse sparse} where {@code backend}
   * is, while they are prepared, while their prepared form is fitted, and while K features are
   * restored.
   *
   * @param fit bytes of a fit
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, Need fit, int k) {
    if (backend instanceof SparseBackend || !isWide(rows, cols)) {
      return fit.bytes(rows, cols);
    }
    long loaded = backend.bytesNeeded(rows, cols, List.of());
    return Math.max(
        backend.bytesNeeded(rows, cols, List.of(new Moments.Limits())),
        Math.max(
            loaded + fit.bytes(rows, rows),
            backend.bytesNeeded(rows, rows, List.of())
                + backend.bytesNeeded(rows, cols, restoring(k))));
  }

  private static List<Limits<?>> restoring(int k) {
    return List.of(new Incidence.Limits(k), new Factorisation.Limits(k));
  }

  /** The root mean square of an error of this size, in the units of the original data. */
  public double originalRmse(double squaredError) {
    return Math.sqrt(squaredError / original.source().facts().known());
  }

  /** The root mean square of an error of the prepared data, in the units of the original data. */
  public double rmse(double squaredError) {
    return Math.sqrt(squaredError / original.source().facts().known()) / scale;
  }

  /** The dictionaries and errors of {@code found} on the original data, in their units. */
  public List<Factors> restore(List<Factors> found) {
    return restore(found, whole);
  }

  /**
   * Restores {@code found} like {@link #restore(List)}, but on another backend, after that of the
   * data has failed.
   */
  public List<Factors> restore(List<Factors> found, Backend backend) {
    try (LoadedData other = new LoadedData(backend, whole.source())) {
      return restore(found, other);
    }
  }

  private List<Factors> restore(List<Factors> found, LoadedData on) {
    int most = found.stream().mapToInt(f -> f.z().cols()).max().orElse(0);
    boolean isOfWhole = found.stream().allMatch(f -> f.w().cols() == whole.source().cols());
    if (most == 0 || (fitted == whole && isOfWhole)) {
      return found.stream().map(this::inUnits).toList();
    }
    ResidentRows rows = on.rows(restoring(most), StopSignal.NEVER);
    try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
      Incidence codes = opened.open(new Incidence.Limits(most));
      Factorisation steps = opened.open(new Factorisation.Limits(most));
      CodeRefinement onWhole = new CodeRefinement(on, rows, steps, codes, any -> {});
      return found.stream().map(f -> inUnits(onWhole.fit(f.z()))).toList();
    }
  }

  private Factors inUnits(Factors scaled) {
    return whole == original
        ? scaled
        : new Factors(scaled.z(), inUnits(scaled.w()), scaled.squaredError() / (scale * scale));
  }

  /**
   * Returns a dictionary of the original data in their units, NaN in columns without a known entry.
   *
   * @param scaled K rows of the {@linkplain #whole columns that are not all zero}, scaled
   */
  public Dense inUnits(Dense scaled) {
    if (whole == original) {
      return scaled;
    }
    Dense w = new Dense(scaled.rows(), original.source().cols());
    BitVector unknown = original.source().facts().emptyColumns();
    for (int k = 0; k < w.rows(); k++) {
      for (int j = unknown.next(0); j < w.cols(); j = unknown.next(j + 1)) {
        w.set(k, j, Double.NaN);
      }
      for (int j = 0; j < scaled.cols(); j++) {
        w.set(k, columns == null ? j : columns[j], scaled.get(k, j) / scale);
      }
    }
    return w;
  }

  private static Rows copy(Rows rows, int @Nullable [] columns, double scale) {
    if (rows instanceof SparseRows sparse) {
      return sparse.scaled(columns, scale);
    }
    Matrix x = rows.matrix();
    Matrix out = Matrix.allocate(x.rows(), columns == null ? x.cols() : columns.length);
    float[] row = new float[x.cols()];
    float[] some = new float[out.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < some.length; j++) {
        some[j] = (float) (row[columns == null ? j : columns[j]] * scale);
      }
      out.setRow(i, some);
    }
    return out;
  }

  /** L of X = L Q with orthonormal rows of Q: any factor of X Xᵀ, on which alone Z depends. */
  private static Matrix lq(LoadedData x, StopSignal stop) {
    Moments.Limits limits = new Moments.Limits();
    Dense factor;
    try (Moments moments = x.rows(List.of(limits), stop).open(limits, stop)) {
      factor = PivotedCholesky.of(moments.rowGram(), RANK_TOLERANCE, stop::check).factor();
    }
    Matrix l = Matrix.allocate(factor.rows(), factor.cols());
    float[] row = new float[factor.cols()];
    for (int i = 0; i < factor.rows(); i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) factor.get(i, j);
      }
      l.setRow(i, row);
    }
    return l;
  }

  @Override
  public void close() {
    closeReduction();
    if (fitted != whole) {
      fitted.close();
    }
    if (whole != original) {
      whole.close();
    }
  }
}
