package org.latentfeature.evidence;

import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.fit.FitEvent;

/** Told of the course of a reproduction, on the thread that runs it. */
public interface TrialListener extends WorkListener {

  /** Something the user should know. */
  void note(String line);

  /**
   * A trial begins.
   *
   * @param number of this one, from 1
   * @param of how many
   * @param what method, data set, K and seed
   * @param secondsLeft a guess
   */
  void trial(int number, int of, String what, double secondsLeft);

  /** A step of the trial's fit is done. */
  void step(FitEvent event);
}
