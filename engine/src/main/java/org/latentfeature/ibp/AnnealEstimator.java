package org.latentfeature.ibp;

import java.util.List;
import java.util.Map;
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
import org.latentfeature.fit.ValueType;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.ModelKind;
import org.latentfeature.scale.FactorEstimator;

/** Finds features by short, partly annealed chains of Gibbs sampling ({@link Annealing}). */
public final class AnnealEstimator extends FactorEstimator<AnnealOptions, BinaryFactorModel> {

  static final OptionTable<AnnealOptions> OPTIONS =
      new OptionTable<>(
          List.of(
              FitOption.<AnnealOptions, Integer>of(
                      "restarts",
                      "N",
                      ValueType.WHOLE,
                      "Number of chains from random features, every other one annealed; exchanges of features "
                          + "take as many sweeps again",
                      "25",
                      AnnealOptions::restarts,
                      AnnealOptions::withRestarts)
                  .in(Range.atLeast(1)),
              FitOption.<AnnealOptions, Integer>of(
                      "sweeps",
                      "N",
                      ValueType.WHOLE,
                      "Number of sweeps of each chain",
                      "60",
                      AnnealOptions::sweeps,
                      AnnealOptions::withSweeps)
                  .in(Range.atLeast(1)),
              FitOption.<AnnealOptions, Boolean>of(
                  "refine",
                  "true|false",
                  ValueType.FLAG,
                  "Refine by alternating codes and dictionary",
                  "true",
                  AnnealOptions::refine,
                  AnnealOptions::withRefine)));

  private static final ModelKind<BinaryFactorModel> KIND =
      FactorModel.kind("anneal", (manifest, z, w, terms) -> new BinaryFactorModel(manifest, z, w));

  @Override
  public String name() {
    return "anneal";
  }

  @Override
  public ModelKind<BinaryFactorModel> kind() {
    return KIND;
  }

  @Override
  public OptionTable<AnnealOptions> table() {
    return OPTIONS;
  }

  @Override
  public AnnealOptions defaults(int k) {
    return AnnealOptions.of(k);
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
