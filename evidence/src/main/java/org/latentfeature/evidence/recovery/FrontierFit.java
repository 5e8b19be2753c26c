package org.latentfeature.evidence.recovery;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.DenseProblem;
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
import org.latentfeature.fit.model.Model;

/**
 * The features that the default fit, given K alone, recovers from data with known features.
 *
 * @param setting what was asked
 * @param found how many true columns of Z are columns of the fit's, equal in every row
 * @param verified how many of the fit's columns were verified
 * @param seconds of the fit, by the clock on the wall
 * @param ended why it ended
 */
public record FrontierFit(Setting setting, int found, int verified, double seconds, String ended)
    implements Measured<FrontierFit.Setting> {

  /**
   * A problem and the limits of its fit.
   *
   * @param problem what is drawn, with its seed
   * @param timeLimit seconds after which the fit ends with the best so far
   * @param backend name of the backend
   */
  public record Setting(DenseProblem problem, double timeLimit, String backend) {

    /** N/K. */
    public double ratio() {
      return problem.rows() / (double) problem.features();
    }
  }

  /** Returns whether all features were found. */
  public boolean exact() {
    return found == setting.problem().features();
  }

  /**
   * Draws the problem and fits it on {@code backend}, by the options that a fit has unless others
   * are given.
   *
   * @param software name and version of the program
   * @param listener hears of every step of the fit, and may stop it
   * @return nothing if the fit was stopped
   */
  public static Optional<FrontierFit> run(
      Backend backend, Setting setting, String software, FitListener listener) {
    return run(
        Estimators.named(Estimators.DEFAULT).request(setting.problem().features(), Map.of()),
        backend,
        setting,
        software,
        listener);
  }

  private static <O extends FitOptions, M extends Model> Optional<FrontierFit> run(
      FitRequest<O, M> defaults,
      Backend backend,
      Setting setting,
      String software,
      FitListener listener) {
    FitRequest<O, M> request =
        defaults.with(0, Duration.ofNanos((long) (setting.timeLimit() * 1e9)));
    SyntheticProblem problem = setting.problem().inMemory();
    request.requireMemory(backend, problem.x());
    try (LoadedData loaded = new LoadedData(backend, problem.x())) {
      long start = System.nanoTime();
      Fitted<M> fitted = request.withListener(listener).fit(loaded);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (fitted.ended().isGivenUp()) {
        return Optional.empty();
      }
      FittedData data = FittedData.of(new Dataset(problem.x(), null), Map.of());
      M model = fitted.model(new Provenance(software, backend.info(), data));
      BinaryMatrix z =
          Objects.requireNonNull(model.codes(), "the default estimator keeps its codes").z();
      return Optional.of(
          new FrontierFit(
              setting,
              found(problem.z(), z),
              fitted.findings().get("verified") instanceof Integer columns ? columns : 0,
              seconds,
              fitted.ended().toString()));
    }
  }

  /** How many columns of {@code truth} have a column of their own in {@code z} that is equal. */
  static int found(BinaryMatrix truth, BinaryMatrix z) {
    Map<BitVector, Integer> left = new HashMap<>();
    z.columns().forEach(column -> left.merge(column, 1, Integer::sum));
    int found = 0;
    for (BitVector column : truth.columns()) {
      if (left.merge(column, -1, Integer::sum) >= 0) {
        found++;
      }
    }
    return found;
  }
}
