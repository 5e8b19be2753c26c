package org.latentfeature.cli.console;

/** Wall-clock time since a moment. */
public final class Stopwatch {

  private final long start = System.nanoTime();

  private Stopwatch() {}

  public static Stopwatch start() {
    return new Stopwatch();
  }

  public double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }
}
