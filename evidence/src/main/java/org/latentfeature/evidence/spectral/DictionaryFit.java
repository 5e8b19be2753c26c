package org.latentfeature.evidence.spectral;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.CorrelatedProblem;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.evidence.Measured;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.metrics.DictionaryError;
import org.latentfeature.fit.model.Model;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/**
 * How far from the true dictionary a method ends.
 *
 * @param setting what was asked
 * @param error ‖W − Ŵ‖²/(KD) in the nearest order
 * @param seconds of the fit, by the clock on the wall
 * @param route what found it
 */
public record DictionaryFit(Setting setting, double error, double seconds, String route)
    implements Measured<DictionaryFit.Setting> {

  /**
   * A problem and who solves it.
   *
   * @param problem what is drawn, with its seed
   * @param rival who
   * @param backend name of the backend
   */
  public record Setting(CorrelatedProblem problem, Rival rival, String backend) {}

  /** From this error on a method has not found the features. */
  static final double FAILED = 1e-2;

  /** Returns whether the method has not found the features. */
  boolean failed() {
    return !(error <= FAILED);
  }

  /**
   * Draws the problem and solves it on {@code backend}.
   *
   * @param software name and version of the program
   * @param listener hears of every step of the fit, and may stop it
   * @return nothing if the fit was stopped
   */
  public static Optional<DictionaryFit> run(
      Backend backend, Setting setting, String software, FitListener listener) {
    SyntheticProblem problem = setting.problem().inMemory();
    String estimator = setting.rival().estimator();
    try (LoadedData loaded = new LoadedData(backend, problem.x())) {
      if (estimator == null) {
        return Optional.of(baseline(setting, problem, loaded));
      }
      FitRequest<?, ?> request =
          Estimators.named(estimator)
              .request(setting.problem().features(), setting.rival().options());
      return fit(request, setting, problem, loaded, software, listener);
    }
  }

  private static <O extends FitOptions, M extends Model> Optional<DictionaryFit> fit(
      FitRequest<O, M> request,
      Setting setting,
      SyntheticProblem problem,
      LoadedData loaded,
      String software,
      FitListener listener) {
    Backend backend = loaded.backend();
    request.requireMemory(backend, problem.x());
    long start = System.nanoTime();
    Fitted<M> fitted =
        request.with(setting.problem().seed(), null).withListener(listener).fit(loaded);
    double seconds = (System.nanoTime() - start) / 1e9;
    if (fitted.ended().isGivenUp()) {
      return Optional.empty();
    }
    FittedData data = FittedData.of(new Dataset(problem.x(), null), Map.of());
    M model = fitted.model(new Provenance(software, backend.info(), data));
    return Optional.of(
        new DictionaryFit(
            setting,
            DictionaryError.of(problem.w(), model.w()),
            seconds,
            model.manifest().method()));
  }

  /**
   * Solves the problem without an estimator: codes and dictionary alternated, or the latter from
   * the true Z.
   */
  private static DictionaryFit baseline(
      Setting setting, SyntheticProblem problem, LoadedData loaded) {
    int k = setting.problem().features();
    long start = System.nanoTime();
    Incidence.Limits codes = new Incidence.Limits(k);
    Factorisation.Limits limits = new Factorisation.Limits(k);
    StopSignal stop = StopSignal.NEVER;
    ResidentRows rows = loaded.rows(List.of(codes, limits), stop);
    Dense w;
    try (Opened opened = new Opened(rows, stop)) {
      CodeRefinement refinement =
          new CodeRefinement(loaded, rows, opened.open(limits), opened.open(codes), any -> {});
      w =
          setting.rival() == Rival.ORACLE
              ? refinement.fit(problem.z()).w()
              : refinement.run(coins(rows.rows(), k, setting.problem().seed())).w();
    }
    return new DictionaryFit(
        setting,
        DictionaryError.of(problem.w(), w),
        (System.nanoTime() - start) / 1e9,
        setting.rival().word());
  }

  private static BinaryMatrix coins(int rows, int k, long seed) {
    RandomStream random = new RandomStream(seed, "random start");
    List<BitVector> columns = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      boolean[] ones = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        ones[i] = random.nextLong() < 0;
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }
}
