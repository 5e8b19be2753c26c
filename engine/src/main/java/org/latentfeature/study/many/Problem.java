package org.latentfeature.study.many;

import java.nio.file.Path;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.FitRequest;

/**
 * One fit of many.
 *
 * @param name of its model, {@code NAME.lfm} in the output folder; see {@link ProblemName}
 * @param source the data's file as the list names it
 * @param data the same, to be opened from the working directory
 * @param request the estimator, and the options of the fit
 * @param resample number of the bootstrap's resample of the rows, from 1; 0 for the data themselves
 */
public record Problem(
    String name, String source, Path data, FitRequest<?, ?> request, int resample) {

  /**
   * Checks the name and the number.
   *
   * @throws IllegalArgumentException if the name is no name for a file
   */
  public Problem {
    ProblemName.require(name);
    if (resample < 0) {
      throw new IllegalArgumentException("resample is " + resample + "; it must be at least 0");
    }
  }

  /** Returns the options of the fit. */
  public FitOptions options() {
    return request.options();
  }
}
