package org.latentfeature.ibp.variational;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.scale.BinaryFactorEstimator;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.SoftFactorisation;

/** Finds features by variational inference ({@link VariationalSearch}). */
public final class VariationalEstimator extends BinaryFactorEstimator<VariationalOptions> {

  static final String NAME = "variational";

  static final OptionTable<VariationalOptions> OPTIONS =
      new OptionTable<>(
          VariationalOptions.of(1),
          List.of(
              FitOption.flag(
                  "infinite",
                  "Use the Indian buffet process with at most -k features as the prior",
                  VariationalOptions::infinite,
                  VariationalOptions::withInfinite),
              FitOption.whole(
                  "restarts",
                  1,
                  "Number of starts, half of them random; two exchanges of features follow for each, and the largest bound is kept",
                  VariationalOptions::restarts,
                  VariationalOptions::withRestarts),
              FitOption.whole(
                  "rounds",
                  1,
                  "Maximum number of rounds of each start",
                  VariationalOptions::rounds,
                  VariationalOptions::withRounds),
              FitOption.positive(
                      "alpha",
                      "A",
                      "Mass of the prior of Z",
                      VariationalOptions::alpha,
                      VariationalOptions::withAlpha)
                  .unset("learned"),
              FitOption.positive(
                      "sigma",
                      "S",
                      "Standard deviation of the noise, in the units of X",
                      VariationalOptions::sigma,
                      VariationalOptions::withSigma)
                  .unset("learned"),
              FitOption.positive(
                      "feature-scale",
                      "S",
                      "Standard deviation of the entries of W, in the units of X",
                      VariationalOptions::featureScale,
                      VariationalOptions::withFeatureScale)
                  .unset("learned"),
              FitOption.flag(
                  "joint",
                  "Let features depend on each other in the posterior of W",
                  VariationalOptions::joint,
                  VariationalOptions::withJoint),
              FitOption.flag(
                  "refine",
                  "Refine by alternating codes and dictionary",
                  VariationalOptions::refine,
                  VariationalOptions::withRefine)));

  /** Stateless. */
  public VariationalEstimator() {
    super(NAME, OPTIONS, VariationalOptions::of);
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
}
