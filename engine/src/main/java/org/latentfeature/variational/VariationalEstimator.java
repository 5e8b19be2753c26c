package org.latentfeature.variational;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.estimator.FitRequest;
import org.latentfeature.factor.BinaryFactorModel;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.factor.FactorModel;
import org.latentfeature.factor.Factors;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Range;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.ValueType;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.ModelKind;
import org.latentfeature.scale.FactorEstimator;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.SoftFactorisation;

/** Finds features by variational inference ({@link VariationalSearch}). */
public final class VariationalEstimator
    extends FactorEstimator<VariationalOptions, BinaryFactorModel> {

  static final String NAME = "variational";

  static final OptionTable<VariationalOptions> OPTIONS =
      new OptionTable<>(
          List.of(
              flag(
                  "infinite",
                  "Use the Indian buffet process with at most -k features as the prior",
                  false,
                  VariationalOptions::infinite,
                  VariationalOptions::withInfinite),
              whole(
                  "restarts",
                  "Number of starts, half of them random; two exchanges of features follow for each, and the largest bound is kept",
                  15,
                  VariationalOptions::restarts,
                  VariationalOptions::withRestarts),
              whole(
                  "rounds",
                  "Maximum number of rounds of each start",
                  200,
                  VariationalOptions::rounds,
                  VariationalOptions::withRounds),
              number(
                  "alpha",
                  "A",
                  "Mass of the prior of Z",
                  VariationalOptions::alpha,
                  VariationalOptions::withAlpha),
              number(
                  "sigma",
                  "S",
                  "Standard deviation of the noise, in the units of X",
                  VariationalOptions::sigma,
                  VariationalOptions::withSigma),
              number(
                  "feature-scale",
                  "S",
                  "Standard deviation of the entries of W, in the units of X",
                  VariationalOptions::featureScale,
                  VariationalOptions::withFeatureScale),
              flag(
                  "joint",
                  "Let features depend on each other in the posterior of W",
                  true,
                  VariationalOptions::joint,
                  VariationalOptions::withJoint),
              flag(
                  "refine",
                  "Refine by alternating codes and dictionary",
                  true,
                  VariationalOptions::refine,
                  VariationalOptions::withRefine)));

  private static final ModelKind<BinaryFactorModel> KIND =
      FactorModel.kind(NAME, (manifest, z, w, terms) -> new BinaryFactorModel(manifest, z, w));

  private static FitOption<VariationalOptions, Boolean> flag(
      String name,
      String what,
      boolean otherwise,
      Function<VariationalOptions, @Nullable Boolean> get,
      BiFunction<VariationalOptions, Boolean, VariationalOptions> set) {
    return FitOption.of(name, "true|false", ValueType.FLAG, what, "" + otherwise, get, set);
  }

  private static FitOption<VariationalOptions, Integer> whole(
      String name,
      String what,
      int otherwise,
      Function<VariationalOptions, @Nullable Integer> get,
      BiFunction<VariationalOptions, Integer, VariationalOptions> set) {
    return FitOption.of(name, "N", ValueType.WHOLE, what, "" + otherwise, get, set)
        .in(Range.atLeast(1));
  }

  private static FitOption<VariationalOptions, Double> number(
      String name,
      String label,
      String what,
      Function<VariationalOptions, @Nullable Double> get,
      BiFunction<VariationalOptions, Double, VariationalOptions> set) {
    return FitOption.of(name, label, ValueType.NUMBER, what, "learned", get, set)
        .in(Range.POSITIVE)
        .unset("learned");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ModelKind<BinaryFactorModel> kind() {
    return KIND;
  }

  @Override
  public OptionTable<VariationalOptions> table() {
    return OPTIONS;
  }

  @Override
  public VariationalOptions defaults(int k) {
    return VariationalOptions.of(k);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, VariationalOptions options) {
    return bytesBeside(backend, rows, cols, options.k(), options.restarts());
  }

  static long bytesBeside(Backend backend, int rows, int cols, int features, int restarts) {
    if (!backend.offers(new SoftFactorisation.Limits(features))) {
      return 0; // the fit refuses these rows
    }
    List<Limits<?>> moments =
        Spectrum.isKnown(rows, cols) ? List.of(new Moments.Limits()) : List.of();
    return Math.max(
        backend.bytesNeeded(rows, cols, moments) - backend.bytesNeeded(rows, cols, List.of()),
        VariationalSearch.bytesNeeded(backend, rows, cols, features, restarts));
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<VariationalOptions, BinaryFactorModel> request) {
    VariationalOptions options = request.options();
    VariationalSearch.Found found = search(fit, options, null, false);
    return new FactorFit.Found(
        factors(fit, found.z().select(present(found)), options.refine()),
        name(),
        figures(found, fit));
  }

  /** The features that any row has. */
  static int[] present(VariationalSearch.Found found) {
    return IntStream.range(0, found.z().cols())
        .filter(k -> found.z().column(k).count() > 0)
        .toArray();
  }

  static Factors factors(FactorFit fit, BinaryMatrix z, boolean refine) {
    if (z.cols() == 0) {
      return fit.monitor().close(() -> fit.refinement().mean());
    }
    Factors raw = fit.monitor().close(() -> fit.refinement().fit(z));
    return refine && !fit.monitor().stop() ? fit.refinement().run(z) : raw;
  }

  /**
   * Searches.
   *
   * @param start codes that one of the restarts begins with; null for none
   * @param soft whether the probabilities of bits are asked for
   */
  static VariationalSearch.Found search(
      FactorFit fit, VariationalOptions options, @Nullable BinaryMatrix start, boolean soft) {
    double scale = fit.data().scale();
    double tail = options.sigma() == null ? tail(fit, options.k()) : 0;
    VariationalSearch.Plan plan =
        new VariationalSearch.Plan(
            options.k(),
            options.infinite(),
            options.joint(),
            options.restarts(),
            options.rounds(),
            new VariationalSearch.Fixed(
                options.alpha(),
                scaled(options.sigma(), scale),
                scaled(options.featureScale(), scale)),
            tail,
            start,
            soft,
            options.seed());
    return fit.monitor()
        .time(
            "rounds",
            () ->
                VariationalSearch.run(
                    fit.data().fitted(),
                    fit.data().noisyCols(),
                    plan,
                    (done, error) -> fit.step(done, options.k(), error),
                    fit.monitor().signal()));
  }

  private static @Nullable Double scaled(@Nullable Double value, double scale) {
    return value == null ? null : Double.valueOf(value * scale);
  }

  /** Share of ‖X‖² that the K leading singular values leave; 0 if it is unknown. */
  private static double tail(FactorFit fit, int k) {
    int most = Math.min(fit.rows().rows(), fit.data().noisyCols());
    if (k >= most || !Spectrum.isKnown(fit.rows().rows(), fit.rows().cols())) {
      return 0;
    }
    Spectrum.Leading leading = fit.leading(k);
    return leading.rest() / leading.total();
  }

  /** In the units of the data. */
  static Map<String, Double> figures(VariationalSearch.Found found, FactorFit fit) {
    double scale = fit.data().scale();
    double entries = (double) fit.rows().rows() * fit.data().noisyCols();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("bound", found.bound() + entries * Math.log(scale));
    figures.put("alpha", found.alpha());
    figures.put("sigma", found.sigma() / scale);
    figures.put("feature-scale", found.featureScale() / scale);
    figures.put("rounds", (double) found.rounds());
    return figures;
  }

  @Override
  protected BinaryFactorModel model(Manifest manifest, FactorFit.Result result) {
    return new BinaryFactorModel(manifest, result.factors().z(), result.factors().w());
  }

  @Override
  public BinaryFactorModel extended(
      BinaryFactorModel sample, Manifest manifest, BinaryMatrix z, Dense w) {
    return new BinaryFactorModel(manifest, z, w);
  }
}
