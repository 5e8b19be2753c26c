package org.latentfeature.bench.machine;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bytes per second between memory and the processor, by plain loops over arrays of a given size,
 * with a given number of threads: the triad a = b + s·c, counted as STREAM does (three arrays,
 * without the read that a store may cause), and a sum, which only reads, as most of a sweep does.
 * Arrays that fit a cache give the cache's rate.
 */
public final class MemoryBandwidth {

  /** At most 2^25 entries, far beyond every cache: 128 MiB of floats, 256 MiB of longs. */
  private static final int MOST = 1 << 25;

  /** At least so many, lest the loops' starts are what is measured. */
  private static final int LEAST = 1 << 12;

  private static final float SCALE = 0.5f;

  private final int threads;
  private final int entries;

  /** So many that every measurement moves as much as one over the largest arrays. */
  private final int passes;

  private final float[] a;
  private final float[] b;
  private final float[] c;
  private final long[] read;
  private final AtomicLong sink = new AtomicLong();

  /** Creates a measurement on arrays far larger than any cache. */
  public MemoryBandwidth(int threads) {
    this(threads, Long.MAX_VALUE);
  }

  /** Creates a measurement on arrays that take {@code bytes} together, within limits. */
  public MemoryBandwidth(int threads, long bytes) {
    this.threads = threads;
    entries = (int) Math.max(LEAST, Math.min(MOST, bytes / (3 * Float.BYTES)));
    passes = MOST / entries;
    a = new float[entries];
    b = new float[entries];
    c = new float[entries];
    read = new long[entries];
    Arrays.fill(b, 1);
    Arrays.fill(c, 2);
    Arrays.fill(read, 3);
  }

  /** Bytes a second of the triad. */
  public double triad() {
    double seconds = seconds((from, to) -> triad(a, b, c, from, to));
    return 3.0 * Float.BYTES * entries * passes / seconds;
  }

  /** Bytes a second of the sum. */
  public double sum() {
    double seconds = seconds((from, to) -> sink.addAndGet(sum(read, from, to)));
    return (double) Long.BYTES * entries * passes / seconds;
  }

  private static void triad(float[] a, float[] b, float[] c, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] = b[i] + SCALE * c[i];
    }
  }

  /** Four sums at once, lest the loop waits for the last addition instead of for memory. */
  private static long sum(long[] x, int from, int to) {
    long s0 = 0;
    long s1 = 0;
    long s2 = 0;
    long s3 = 0;
    for (int i = from; i + 3 < to; i += 4) {
      s0 += x[i];
      s1 += x[i + 1];
      s2 += x[i + 2];
      s3 += x[i + 3];
    }
    return s0 + s1 + s2 + s3;
  }

  /** A loop over part of the arrays. */
  @FunctionalInterface
  private interface Part {
    void run(int from, int to);
  }

  private double seconds(Part part) {
    CountDownLatch go = new CountDownLatch(1);
    Thread[] all = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      int from = (int) ((long) entries * t / threads);
      int to = (int) ((long) entries * (t + 1) / threads);
      all[t] =
          new Thread(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                for (int pass = 0; pass < passes; pass++) {
                  part.run(from, to);
                }
              },
              "bandwidth-" + t);
      all[t].start();
    }
    long start = System.nanoTime();
    go.countDown();
    try {
      for (Thread t : all) {
        t.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return (System.nanoTime() - start) * 1e-9;
  }
}
