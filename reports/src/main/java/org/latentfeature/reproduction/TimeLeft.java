package org.latentfeature.reproduction;

import java.util.List;

/** A guess at the seconds that are left, from the trials done and how the others compare. */
final class TimeLeft {

  private double weightLeft;
  private double weightDone;
  private double seconds;

  TimeLeft(List<Trial> toDo) {
    weightLeft = toDo.stream().mapToDouble(Trial::weight).sum();
  }

  /** A trial is done. */
  void done(Trial trial, double taken) {
    weightLeft -= trial.weight();
    weightDone += trial.weight();
    seconds += taken;
  }

  /** A trial will not be done. */
  void skipped(Trial trial) {
    weightLeft -= trial.weight();
  }

  /** NaN before the first trial is done. */
  double seconds() {
    return weightDone > 0 ? seconds / weightDone * Math.max(0, weightLeft) : Double.NaN;
  }
}
