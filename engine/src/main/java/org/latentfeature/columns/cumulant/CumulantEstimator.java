package org.latentfeature.columns.cumulant;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.ValueType;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.scale.BinaryFactorEstimator;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;

/** Estimates independent features from cumulants, by {@link CumulantSearch}. */
public final class CumulantEstimator extends BinaryFactorEstimator<CumulantOptions> {

  static final OptionTable<CumulantOptions> OPTIONS =
      new OptionTable<>(
          CumulantOptions.of(1),
          List.of(
              FitOption.flag(
                  "refine",
                  "Refine by alternating codes and dictionary",
                  CumulantOptions::refine,
                  CumulantOptions::withRefine),
              FitOption.<CumulantOptions, Integer>of(
                      "starts",
                      "N",
                      ValueType.WHOLE,
                      "Maximum number of starts of each of the two kinds of ascent",
                      CumulantOptions::starts,
                      CumulantOptions::withStarts)
                  .minor()));

  /** Stateless. */
  public CumulantEstimator() {
    super("cumulants", OPTIONS, CumulantOptions::of);
  }

  @Override
  protected long bytesBeside(Backend backend, int rows, int cols, CumulantOptions options) {
    List<Limits<?>> moments =
        Spectrum.isKnown(rows, cols) ? List.of(new Moments.Limits()) : List.of();
    long spectrum =
        backend.bytesNeeded(rows, cols, moments) - backend.bytesNeeded(rows, cols, List.of());
    return Math.max(spectrum, CumulantSearch.bytesNeeded(backend, rows, cols, options.k()));
  }

  @Override
  protected FactorFit.Found find(
      FactorFit fit, FitRequest<CumulantOptions, BinaryFactorModel> request) {
    CumulantOptions options = request.options();
    Spectrum spectrum = fit.spectrum();
    Spectrum.Leading leading = fit.leading(options.k());
    List<Factors> ends = new ArrayList<>();
    CumulantSearch.Request rows =
        new CumulantSearch.Request(
            fit.backend(), fit.rows(), fit.x(), spectrum, options.k(), fit.data().noisyCols());
    fit.monitor()
        .time(
            "cumulants",
            () -> {
              CumulantSearch.search(
                  rows,
                  options.starts(),
                  options.seed(),
                  fit.monitor().signal(),
                  z -> {
                    Factors end =
                        options.refine() ? fit.refinement().run(z) : fit.refinement().fit(z);
                    ends.add(end);
                    fit.step(ends.size(), end);
                    return SpectralFloor.isReached(
                        end.squaredError(), leading, fit.rows().rows(), rows.cols());
                  });
              return ends;
            });
    Factors best = ends.stream().reduce(Factors::orBetter).orElseThrow();
    return new FactorFit.Found(best, name(), Map.of());
  }
}
