package org.latentfeature.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.bench.day.GpuDay;
import org.latentfeature.bench.suite.SuiteCommand;
import org.latentfeature.data.DataException;

/** Runs one measurement, named by the first argument; {@code bench/README.md} lists them. */
public final class Bench {

  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  private Bench() {}

  private static int suite(String[] args) {
    return SuiteCommand.run(utf8(FileDescriptor.out), utf8(FileDescriptor.err), args);
  }

  private static int gpuDay(String[] args) {
    return GpuDay.run(utf8(FileDescriptor.out), utf8(FileDescriptor.err), args);
  }

  /** A container's bare locale would print question marks. */
  private static PrintWriter utf8(FileDescriptor stream) {
    return new PrintWriter(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
  }

  /**
   * Measures, prints a table on standard output, and exits with 1 on failure and 2 on wrong use.
   */
  public static void main(String[] args) throws IOException {
    try {
      if (args.length == 0) {
        throw new IllegalArgumentException("which measurement?");
      }
      String[] rest = Arrays.copyOfRange(args, 1, args.length);
      switch (args[0]) {
        case "atom-step" -> AtomStep.start(rest);
        case "sweep-throughput" -> SweepThroughput.start(rest);
        case "sparse" -> SparseThroughput.start(rest);
        case "streaming" -> Streaming.start(rest);
        case "fit" -> WholeFit.start(rest);
        case "searches" -> WholeSearch.start(rest);
        case "complexity" -> Complexity.start(rest);
        case "path" -> WholePath.start(rest);
        case "fit-many" -> ManySmallFits.start(rest);
        case "path-coding" -> PathCoding.start(rest);
        case "peers" -> Peers.start(rest);
        case "gibbs" -> GibbsSweeps.start(rest);
        case "denoise" -> WholeDenoise.start(rest);
        case "scaling-data" -> RandomMixture.start(rest);
        case "scaling-fit" -> Scaling.start(rest);
        case "suite" -> System.exit(suite(rest));
        case "gpu-day" -> System.exit(gpuDay(rest));
        default -> throw new IllegalArgumentException("there is no measurement named " + args[0]);
      }
    } catch (IllegalArgumentException | BackendUnavailableException e) {
      System.err.println("bench: " + e.getMessage());
      System.exit(WRONG_USE);
    } catch (DataException e) {
      System.err.println("bench: " + e.getMessage());
      System.exit(FAILED);
    } catch (OutOfMemoryError e) {
      System.err.println(
          "bench: the Java machine's memory is used up ("
              + e.getMessage()
              + "); give it more through LFM_JAVA_OPTS, as -Xmx4g, or measure smaller problems");
      System.exit(FAILED);
    }
  }
}
