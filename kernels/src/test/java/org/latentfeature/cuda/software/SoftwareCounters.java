package org.latentfeature.cuda.software;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What was asked of the software device since its counters were last forgotten.
 *
 * @param launches kernel launches
 * @param synchronisations waits of the host: for a stream, an event or a context, and synchronous
 *     copies
 * @param memsets fills of device memory
 * @param pageableCopies asynchronous copies whose host side was not pinned memory
 * @param toDevice copies from the host to the device
 * @param toHost copies from the device to the host
 * @param withinDevice copies from the device to itself
 * @param kernels launches and traffic by kernel
 * @param requests what warps asked at once, by line of source, where that was counted
 * @param cublas calls and floating-point operations by cuBLAS function
 */
public record SoftwareCounters(
    long launches,
    long synchronisations,
    long memsets,
    long pageableCopies,
    Copies toDevice,
    Copies toHost,
    Copies withinDevice,
    Map<String, Kernel> kernels,
    List<Request> requests,
    Map<String, CublasProducts> cublas) {

  /** Copies in one direction: how many, their bytes, and those of the largest one. */
  public record Copies(long count, long bytes, long largest) {}

  /**
   * One kernel's launches, and what they asked of global memory: bytes of all reads and writes, and
   * bytes that were touched at least once in a launch, summed over launches. The latter are what a
   * cache of unlimited size would leave of the traffic.
   *
   * @param barriers most that one block of a launch passed
   * @param products of tensor cores, by warps
   */
  public record Kernel(
      long launches,
      long requestedRead,
      long requestedWritten,
      long distinctRead,
      long distinctWritten,
      long barriers,
      long products) {}

  /**
   * What the lanes of a warp asked of memory at once, summed over the requests of one line.
   *
   * @param kernel that ran
   * @param line of source, as {@code flips.cu:31}
   * @param count requests of global memory
   * @param sectors of 32 bytes that they took
   * @param leastSectors as few as hold the bytes that were asked for
   * @param sharedCount requests of shared memory
   * @param passes over the banks of shared memory that they took
   * @param leastPasses as few as without a conflict
   */
  public record Request(
      String kernel,
      String line,
      long count,
      long sectors,
      long leastSectors,
      long sharedCount,
      long passes,
      long leastPasses) {}

  /**
   * The least sectors of one kernel's requests over those that they took, 1 where there are none.
   */
  public double sectorsUsed(String kernel) {
    long taken = sum(kernel, Request::sectors);
    return taken == 0 ? 1 : (double) sum(kernel, Request::leastSectors) / taken;
  }

  /** Passes over banks of shared memory by one kernel that conflicts have added, over the least. */
  public double conflicts(String kernel) {
    long least = sum(kernel, Request::leastPasses);
    return least == 0 ? 0 : (double) sum(kernel, Request::passes) / least - 1;
  }

  private long sum(String kernel, ToLongFunction<Request> of) {
    return requests.stream().filter(r -> r.kernel().equals(kernel)).mapToLong(of).sum();
  }

  /** One cuBLAS function's calls and floating-point operations. */
  public record CublasProducts(long calls, long flops) {}

  /** What one kernel did; all 0 where it never ran. */
  public Kernel kernel(String name) {
    Kernel found = kernels.get(name);
    return found == null ? new Kernel(0, 0, 0, 0, 0, 0, 0) : found;
  }

  /** What one cuBLAS function did; all 0 where it never ran. */
  public CublasProducts cublasCall(String function) {
    CublasProducts found = cublas.get(function);
    return found == null ? new CublasProducts(0, 0) : found;
  }

  /** Floating-point operations of all products of tensor cores, 16 by 8 by 8 each. */
  public long tensorFlops() {
    return kernels.values().stream().mapToLong(k -> k.products() * 2 * 16 * 8 * 8).sum();
  }

  /** Calls of all cuBLAS functions. */
  public long cublasCalls() {
    return cublas.values().stream().mapToLong(CublasProducts::calls).sum();
  }

  /** Floating-point operations of all cuBLAS calls. */
  public long cublasFlops() {
    return cublas.values().stream().mapToLong(CublasProducts::flops).sum();
  }

  /** From the device's own lines: a counter's name and its numbers. */
  static SoftwareCounters parse(List<String> lines) {
    Map<String, long[]> plain = new TreeMap<>();
    Map<String, Kernel> kernels = new TreeMap<>();
    List<Request> requests = new ArrayList<>();
    Map<String, CublasProducts> cublas = new TreeMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "kernel" -> {
          long[] n = numbers(words, 2);
          kernels.put(words[1], new Kernel(n[0], n[1], n[2], n[3], n[4], n[5], n[6]));
        }
        case "request" -> {
          long[] n = numbers(words, 3);
          requests.add(new Request(words[1], words[2], n[0], n[1], n[2], n[3], n[4], n[5]));
        }
        case "cublas" -> {
          long[] n = numbers(words, 2);
          cublas.put(words[1], new CublasProducts(n[0], n[1]));
        }
        default -> plain.put(words[0], numbers(words, 1));
      }
    }
    return new SoftwareCounters(
        number(plain, "launches"),
        number(plain, "synchronisations"),
        number(plain, "memsets"),
        number(plain, "pageableCopies"),
        copies(plain, "toDevice"),
        copies(plain, "toHost"),
        copies(plain, "withinDevice"),
        Collections.unmodifiableMap(kernels),
        List.copyOf(requests),
        Collections.unmodifiableMap(cublas));
  }

  private static long[] numbers(String[] words, int from) {
    return Arrays.stream(words).skip(from).mapToLong(Long::parseLong).toArray();
  }

  private static long number(Map<String, long[]> plain, String name) {
    return plain.getOrDefault(name, new long[1])[0];
  }

  private static Copies copies(Map<String, long[]> plain, String name) {
    long[] n = plain.getOrDefault(name, new long[3]);
    return new Copies(n[0], n[1], n[2]);
  }
}
