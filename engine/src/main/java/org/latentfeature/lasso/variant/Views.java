package org.latentfeature.lasso.variant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.View;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.OtherView;

/**
 * The other views of X that a fit searches if X as it is settles nothing: each is a fit of a
 * variant of the squared error, whose first search must verify all columns.
 */
public final class Views {

  /**
   * Noise of columns is equal if that of nine in ten is less than this times that of one in ten.
   */
  private static final double EQUAL = 1.5;

  /** Share of the squares that clipping takes off normal entries, and a little more. */
  private static final double TAILS = 2e-3;

  /** Larger data are not copied for views. */
  private static final long MAX_ENTRIES = 50_000_000;

  private final LoadedData data;
  private final LassoOptions options;
  private @Nullable String equal;
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
    boolean isOpen =
        options.view() == View.AUTO
            && options.variant().isPlain()
            && options.method() == Method.BEST
            && options.penalty() == null
            && options.ridge() == null
            && options.bitCost() == 0
            && !options.dropsEmptyColumns();
    if (!isOpen
        || !(data.source() instanceof Matrix x)
        || x.facts().missing() > 0
        || x.size() > MAX_ENTRIES) {
      return List.of();
    }
    Views views = new Views(data, options);
    List<OtherView> all = new ArrayList<>();
    for (View view : View.values()) {
      if (view.isOther()) {
        all.add(views.new Other(view));
      }
    }
    return all;
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
    public @Nullable String refusal() {
      String why = view.isScaled() ? withoutNoise() : null;
      if (why == null && view.isClipped()) {
        why = withoutTails();
      }
      int k = options.k() + (view.isCentred() ? 1 : 0);
      Matrix x = data.x();
      if (why == null && k > Math.min(x.rows(), x.cols())) {
        why = "it takes one more dimension than X has";
      }
      long needed =
          LatentFeatureLasso.bytesNeeded(data.backend(), x.rows(), x.cols() + 1, searched());
      return why == null && needed > data.backend().bytesAvailable()
          ? "memory does not suffice for another copy of X"
          : why;
    }

    private LassoOptions searched() {
      return options.withK(options.k() + 1);
    }

    @Override
    public Optional<LassoResult> settled(FitListener listener) {
      return VariantLasso.settled(
          data,
          options.withVariant(view.of(options.variant())).withView(view),
          new Weights(null, null, view.isScaled()),
          listener);
    }
  }

  /** Returns why columns are not scaled; null if their noise differs. */
  private @Nullable String withoutNoise() {
    if (!isNoiseKnown) {
      equal = FactorNoise.refusal(data.x(), options.k());
      if (equal == null) {
        equal =
            equal(
                FactorNoise.variances(
                    data.backend(), data.x(), options.k(), StopSignal.interruption()));
      }
      isNoiseKnown = true;
    }
    return equal;
  }

  private static @Nullable String equal(double[] variances) {
    double[] sorted = Arrays.stream(variances).map(Math::sqrt).sorted().toArray();
    double low = sorted[sorted.length / 10];
    double high = sorted[sorted.length - 1 - sorted.length / 10];
    return high < EQUAL * low
        ? "the noise of most columns is about equal, %.3g to %.3g".formatted(low, high)
        : null;
  }

  /** Returns why entries are not clipped; null if some lie far out. */
  private @Nullable String withoutTails() {
    if (!isTailKnown) {
      Matrix x = data.x();
      double share = Winsorised.share(x, Winsorised.of(x));
      inside = share < TAILS ? "no entries lie far outside the others of their columns" : null;
      isTailKnown = true;
    }
    return inside;
  }
}
