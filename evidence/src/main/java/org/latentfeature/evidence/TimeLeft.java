package org.latentfeature.evidence;

/** A guess at the seconds that are left, corrected by how the trials so far went. */
public final class TimeLeft {

  /** So many expected seconds must be done before what they took counts as much as the guess. */
  private static final double TRUST = 5;

  private double expectedLeft;
  private double expectedDone;
  private double taken;

  /** So many seconds are expected in all. */
  public TimeLeft(double expected) {
    expectedLeft = expected;
  }

  /** Records that a trial, expected to take {@code expected} seconds, took {@code seconds}. */
  public void done(double expected, double seconds) {
    expectedLeft -= expected;
    expectedDone += expected;
    taken += seconds;
  }

  /** Records that a trial, expected to take {@code expected} seconds, will not be done. */
  public void skipped(double expected) {
    expectedLeft -= expected;
  }

  /** Returns the seconds that are left. */
  public double seconds() {
    return Math.max(0, expectedLeft) * (taken + TRUST) / (expectedDone + TRUST);
  }
}
