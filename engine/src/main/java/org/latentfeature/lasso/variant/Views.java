package org.latentfeature.lasso.variant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.factor.SpectralReduction;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.View;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.LatentFeatureLasso.OtherView;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Reduction;

/**
 * The other views of X that a fit searches if X as it is settles nothing: each is a fit of a
 * variant of the squared error, whose first search must settle.
 */
public final class Views {

  /**
   * Noise of columns is equal if that of nine in ten is less than this times that of one in ten.
   */
  private static final double EQUAL = 1.5;

  /**
   * Estimates of the same noise from N rows differ by less than a share of this over √N, nine in
   * ten from one in ten: by 1.8/√N where it is normal.
   */
  private static final double SPREAD = 3;

  /** Share of the squares that clipping takes off normal entries, and a little more. */
  private static final double TAILS = 2e-3;

  /** Larger data are not copied for views. */
  private static final long MAX_ENTRIES = 20_000_000;

  /** Numbers in the leading dimensions of the rows and columns of sparse X, for views. */
  private static final long MAX_REDUCED = 1 << 21;

  private final LoadedData data;
  private final LassoOptions options;
  private @Nullable String equal;
  private double @Nullable [] variances;
  private boolean isNoiseKnown;
  private @Nullable String inside;
  private boolean isTailKnown;

  private Views(LoadedData data, LassoOptions options) {
    this.data = data;
    this.options = options;
  }

  /**
   * Returns the views of a plain fit of {@code data}, in the order in which they are searched; none
   * if {@code options} ask for a view, or for another method than the best.
   */
  public static List<OtherView> of(LoadedData data, LassoOptions options) {
    Rows x = data.source();
    boolean isSearched =
        x instanceof SparseRows sparse
            ? isSearched(sparse, options)
            : x instanceof Matrix dense
                && areSearched(dense)
                && isSearched(x.rows(), x.cols(), options);
    if (!isSearched) {
      return List.of();
    }
    Views views = new Views(data, options);
    List<OtherView> all = new ArrayList<>();
    for (View view : View.values()) {
      if (view.isOther() && !(view.isClipped() && x.isSparse())) {
        all.add(views.new Other(view));
      }
    }
    return all;
  }

  /** Returns whether views of {@code x} are looked at: complete rows that are not too many. */
  public static boolean areSearched(Matrix x) {
    return x.facts().missing() == 0 && isSmall(x.rows(), x.cols());
  }

  private static boolean isSmall(int rows, int cols) {
    return (long) rows * cols <= MAX_ENTRIES;
  }

  /** Returns whether a fit of N×D dense rows without missing entries searches other views. */
  public static boolean isSearched(int rows, int cols, LassoOptions options) {
    return isSmall(rows, cols) && isPlain(options);
  }

  /**
   * Returns whether a fit of sparse rows searches the views that are not clipped: where the
   * reduction of another view takes little memory beside that of X.
   */
  public static boolean isSearched(SparseRows x, LassoOptions options) {
    long size = SpectralReduction.size(options.k() + 1);
    return ((long) x.rows() + x.cols()) * size <= MAX_REDUCED
        && x.entries() <= MAX_ENTRIES
        && x.facts().missing() == 0
        && isPlain(options);
  }

  private static boolean isPlain(LassoOptions options) {
    return options.view() == View.AUTO
        && options.variant().isPlain()
        && options.method() == Method.BEST
        && options.penalty() == null
        && options.ridge() == null
        && options.bitCost() == 0
        && options.reduce().equals(Reduction.AUTO)
        && !options.dropsEmptyColumns();
  }

  /**
   * X with its columns in units of their noise.
   *
   * @param x N×D
   * @param isDetermined whether the data determine the noise with so many factors
   */
  public record Scaled(Matrix x, boolean isDetermined) {}

  /**
   * Returns a copy of X with its columns in units of their noise, as the scaled view has it.
   *
   * @param x N×D
   * @param k number of factors
   * @param isEqualToo whether columns of about equal noise are scaled, too
   * @param stop ends the estimate with an exception
   * @return null if the noise cannot be estimated, or is about equal and so not scaled
   */
  public static @Nullable Scaled scaled(
      Backend backend, Matrix x, int k, boolean isEqualToo, StopSignal stop) {
    if (FactorNoise.refusal(x, k) != null) {
      return null;
    }
    FactorNoise noise = FactorNoise.of(backend, x, k, stop);
    double[] variances = noise.variances();
    if (!isEqualToo && equal(variances) != null) {
      return null;
    }
    Matrix scaled = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) (row[j] / Math.sqrt(variances[j]));
      }
      scaled.setRow(i, row);
    }
    return new Scaled(scaled, noise.isDetermined());
  }

  /**
   * Returns a copy of X without entries far outside the others of their columns; null if none is.
   */
  public static @Nullable Matrix clipped(Matrix x, StopSignal stop) {
    stop.check();
    Matrix inner = Winsorised.of(x);
    stop.check();
    return Winsorised.share(x, inner) < TAILS ? null : inner;
  }

  /**
   * Returns whether all columns of X, or rows if these are fewer, have the same noise but for the
   * error of its estimate; false where it cannot be estimated.
   *
   * @param k number of factors
   */
  public static boolean haveSameNoise(Backend backend, Matrix x, int k, StopSignal stop) {
    Matrix tall = x.rows() < x.cols() ? transposed(x) : x;
    if (FactorNoise.refusal(tall, k) != null) {
      return false;
    }
    double[] sorted = sorted(FactorNoise.of(backend, tall, k, stop).variances());
    return high(sorted) <= low(sorted) * (1 + SPREAD / Math.sqrt(tall.rows()));
  }

  private static Matrix transposed(Matrix x) {
    Matrix columns = Matrix.allocate(/* rows= */ x.cols(), /* cols= */ x.rows());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        columns.set(j, i, row[j]);
      }
    }
    return columns;
  }

  /** Bytes on the device beside N×D rows, while another view is searched. */
  public static long bytesNeeded(Backend backend, int rows, int cols, LassoOptions options) {
    return LatentFeatureLasso.bytesNeeded(backend, rows, cols + 1, options.withK(options.k() + 1));
  }

  /**
   * Maximum bytes of sparse rows while another view of them is searched: the leading dimensions of
   * X as it is, and the steps on them, remain.
   */
  public static long sparseBytes(SparseBackend backend, SparseRows x, LassoOptions options) {
    LassoOptions view = options.withK(options.k() + 1);
    return LatentFeatureLasso.settledBytes(backend, x.rows(), x.cols(), options)
        + LatentFeatureLasso.settledBytes(backend, x.rows(), x.cols() + 1, view)
        + SparseRows.bytes(x.rows(), (long) x.entries() + x.rows());
  }

  /** One of them. */
  private final class Other implements OtherView {

    private final View view;

    Other(View view) {
      this.view = view;
    }

    @Override
    public String name() {
      return view.word() + " view";
    }

    @Override
    public @Nullable String refusal(StopSignal stop) {
      String why = view.isScaled() ? withoutNoise(stop) : null;
      if (why == null && view.isClipped()) {
        why = withoutTails(stop);
      }
      int k = options.k() + (view.isCentred() ? 1 : 0);
      Rows x = data.source();
      if (why == null && k > Math.min(x.rows(), x.cols())) {
        why = "it takes one more dimension than X has";
      }
      return why;
    }

    @Override
    public Optional<LassoResult> settled(FitListener listener) {
      return VariantLasso.settled(
          data,
          options.withVariant(view.of(options.variant())).withView(view),
          new Weights(null, null, view.isScaled()),
          view.isClipped() ? null : variances,
          listener);
    }
  }

  /** Returns why columns are not scaled; null if their noise differs. */
  private @Nullable String withoutNoise(StopSignal stop) {
    if (!isNoiseKnown) {
      equal = FactorNoise.refusal(data.source(), options.k());
      if (equal == null) {
        double[] found =
            FactorNoise.of(data.backend(), data.source(), options.k(), stop).variances();
        variances = found;
        equal = equal(found);
      }
      isNoiseKnown = true;
    }
    return equal;
  }

  private static @Nullable String equal(double[] variances) {
    double[] sorted = sorted(variances);
    return high(sorted) <= EQUAL * low(sorted)
        ? "the noise of most columns is about equal, %.3g to %.3g"
            .formatted(low(sorted), high(sorted))
        : null;
  }

  private static double[] sorted(double[] variances) {
    return Arrays.stream(variances).map(Math::sqrt).sorted().toArray();
  }

  /** The noise of one column in ten is less. */
  private static double low(double[] sorted) {
    return sorted[sorted.length / 10];
  }

  /** The noise of one column in ten is more. */
  private static double high(double[] sorted) {
    return sorted[sorted.length - 1 - sorted.length / 10];
  }

  /** Returns why entries are not clipped; null if some lie far out. */
  private @Nullable String withoutTails(StopSignal stop) {
    if (!isTailKnown) {
      inside =
          clipped(data.x(), stop) == null
              ? "no entries lie far outside the others of their columns"
              : null;
      isTailKnown = true;
    }
    return inside;
  }
}
