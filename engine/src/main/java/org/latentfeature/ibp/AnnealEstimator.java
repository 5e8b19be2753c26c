package org.latentfeature.ibp;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.scale.BinaryFactorEstimator;

/** Finds features by short, partly annealed chains of Gibbs sampling ({@link Annealing}). */
public final class AnnealEstimator extends BinaryFactorEstimator<AnnealOptions> {

  static final OptionTable<AnnealOptions> OPTIONS =
      new OptionTable<>(
          AnnealOptions.of(1),
          List.of(
              FitOption.whole(
                  "restarts",
                  1,
                  "Number of chains from random features, every other one annealed; exchanges of features "
                      + "take as many sweeps again",
                  AnnealOptions::restarts,
                  AnnealOptions::withRestarts),
              FitOption.whole(
                  "sweeps",
                  1,
                  "Number of sweeps of each chain",
                  AnnealOptions::sweeps,
                  AnnealOptions::withSweeps),
              FitOption.flag(
                  "refine",
                  "Refine by alternating codes and dictionary",
                  AnnealOptions::refine,
                  AnnealOptions::withRefine)));

  /** Stateless. */
  public AnnealEstimator() {
    super("anneal", OPTIONS, AnnealOptions::of);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, AnnealOptions options) {
    return ChainData.bytesNeeded(backend, rows, cols);
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<AnnealOptions, BinaryFactorModel> request) {
    AnnealOptions options = request.options();
    Chains.Data data = ChainData.of(fit);
    CollapsedSampler sampler = ChainData.collapsed(fit);
    Annealing.Plan plan =
        new Annealing.Plan(
            options.k(),
            options.restarts(),
            options.sweeps(),
            options.seed(),
            Math.max(1, fit.backend().info().threads()));
    BinaryMatrix best =
        fit.monitor()
            .time(
                "chains",
                () ->
                    Annealing.run(
                        data,
                        sampler,
                        plan,
                        (found, chains) -> fit.step(chains, options.k(), found.squaredError()),
                        fit.monitor().signal()))
            .z();
    Factors raw = fit.monitor().close(() -> fit.refinement().fit(best));
    Factors end = options.refine() && !fit.monitor().stop() ? fit.refinement().run(best) : raw;
    return new FactorFit.Found(end, name(), Map.of());
  }
}
