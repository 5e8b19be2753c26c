package org.latentfeature.cuda.probe;

import java.util.concurrent.TimeUnit;
import org.latentfeature.cuda.CudaProvider;

/**
 * The whole of a Java machine that probes: says what it found and which folder for temporary files
 * it has then; with an argument, how long it took.
 */
final class ProbeMachine {

  private ProbeMachine() {}

  public static void main(String[] args) {
    long start = System.nanoTime();
    String found = new CudaProvider().probe().toString();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    String folder = System.getProperty("java.io.tmpdir");
    System.out.println((args.length == 0 ? "" : took + " ms: ") + found + " " + folder);
  }
}
