package org.latentfeature.evidence.spectral;

import java.util.Optional;
import org.latentfeature.admixture.Admixture;
import org.latentfeature.admixture.AdmixtureOptions;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.evidence.Measured;
import org.latentfeature.evidence.Worded;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.metrics.DictionaryError;

/**
 * How far from the true shares of populations in individuals a method ends.
 *
 * @param setting what was asked
 * @param error ‖W − Ŵ‖²/(KD) in the nearest order
 * @param seconds it took, by the clock on the wall
 */
public record AdmixtureFit(Setting setting, double error, double seconds)
    implements Measured<AdmixtureFit.Setting> {

  /** Who estimates the shares. */
  public enum Method implements Worded {
    /** Tensor eigenpairs, the likeliest K of them. */
    EIGENPAIRS("eigenpairs"),
    /** Alternating least squares on the simplex from there. */
    BOTH("eigenpairs+als"),
    /** Alternating least squares on the simplex from one random start. */
    ALS("als");

    private final String word;

    Method(String word) {
      this.word = word;
    }

    @Override
    public String word() {
      return word;
    }
  }

  /**
   * A problem and who solves it.
   *
   * @param problem what is drawn, with its seed
   * @param method who
   * @param backend name of the backend
   */
  public record Setting(AdmixtureProblem problem, Method method, String backend) {}

  /**
   * Draws the problem and solves it on {@code backend}.
   *
   * @param listener may stop it
   * @return nothing if it was stopped
   * @throws IllegalArgumentException if there are no such eigenpairs
   */
  public static Optional<AdmixtureFit> run(Backend backend, Setting setting, FitListener listener) {
    AdmixtureProblem problem = setting.problem();
    AdmixtureProblem.Drawn drawn = problem.draw();
    StopSignal stop = listener::isStopRequested;
    AlleleCounts counts = drawn.counts();
    AdmixtureOptions als =
        AdmixtureOptions.of(problem.features())
            .withMethod(AdmixtureOptions.Method.ALS)
            .withSeed(problem.seed());
    try {
      long start = System.nanoTime();
      AdmixtureOptions first =
          setting.method() == Method.ALS ? als : als.withMethod(AdmixtureOptions.Method.EIGENPAIRS);
      Dense w = Admixture.fit(counts, first, backend, WorkListener.SILENT, stop).shares();
      if (setting.method() == Method.BOTH) {
        w = Admixture.from(w, counts, als, backend, stop).shares();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      stop.check();
      return Optional.of(new AdmixtureFit(setting, DictionaryError.of(drawn.w(), w), seconds));
    } catch (StoppedException e) {
      return Optional.empty();
    }
  }
}
