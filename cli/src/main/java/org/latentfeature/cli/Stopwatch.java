package org.latentfeature.cli;

/** Wall-clock time since a moment. */
final class Stopwatch {

  private final long start = System.nanoTime();

  private Stopwatch() {}

  static Stopwatch start() {
    return new Stopwatch();
  }

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }
}
