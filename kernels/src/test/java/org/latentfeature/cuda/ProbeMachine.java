package org.latentfeature.cuda;

import java.util.concurrent.TimeUnit;

/** The whole of a Java machine that probes, and says what it found; with an argument, how long. */
final class ProbeMachine {

  private ProbeMachine() {}

  public static void main(String[] args) {
    long start = System.nanoTime();
    String found = new CudaProvider().probe().toString();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    System.out.println(args.length == 0 ? found : took + " ms: " + found);
  }
}
