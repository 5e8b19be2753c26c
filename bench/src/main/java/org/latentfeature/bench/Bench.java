package org.latentfeature.bench;

import java.io.IOException;
import java.util.Arrays;
import org.latentfeature.backend.BackendUnavailableException;

/** Runs one measurement, named by the first argument; {@code bench/README.md} lists them. */
public final class Bench {

  private static final int WRONG_USE = 2;

  private Bench() {}

  /** Measures, prints a table on standard output, and exits with 2 on wrong use. */
  public static void main(String[] args) throws IOException {
    try {
      if (args.length == 0) {
        throw new IllegalArgumentException("which measurement?");
      }
      String[] rest = Arrays.copyOfRange(args, 1, args.length);
      switch (args[0]) {
        case "atom-step" -> AtomStep.start(rest);
        case "sweep-throughput" -> SweepThroughput.start(rest);
        case "fit" -> WholeFit.start(rest);
        case "path" -> WholePath.start(rest);
        case "fit-many" -> ManySmallFits.start(rest);
        case "scaling-data" -> RandomMixture.start(rest);
        case "scaling-fit" -> Scaling.start(rest);
        default -> throw new IllegalArgumentException("there is no measurement named " + args[0]);
      }
    } catch (IllegalArgumentException | BackendUnavailableException e) {
      System.err.println("bench: " + e.getMessage());
      System.exit(WRONG_USE);
    }
  }
}
