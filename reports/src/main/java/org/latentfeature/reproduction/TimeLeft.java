package org.latentfeature.reproduction;

import java.util.List;

/** A guess at the seconds that are left, corrected by how the trials so far went. */
final class TimeLeft {

  /** So many expected seconds must be done before what they took counts as much as the guess. */
  private static final double TRUST = 5;

  private double expectedLeft;
  private double expectedDone;
  private double taken;

  TimeLeft(List<Trial> toDo) {
    expectedLeft = toDo.stream().mapToDouble(Trial::expectedSeconds).sum();
  }

  /** A trial took so long. */
  void done(Trial trial, double seconds) {
    expectedLeft -= trial.expectedSeconds();
    expectedDone += trial.expectedSeconds();
    taken += seconds;
  }

  /** A trial will not be done. */
  void skipped(Trial trial) {
    expectedLeft -= trial.expectedSeconds();
  }

  double seconds() {
    return Math.max(0, expectedLeft) * (taken + TRUST) / (expectedDone + TRUST);
  }
}
