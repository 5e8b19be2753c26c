package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.OwnProducts;

/** X Xᵀ and XᵀX in double precision, with memory of their own for as long as they take. */
final class SecondMoments {

  /** Entries of X widened at once. */
  private static final int ENTRIES = 1 << 22;

  /** Fits ask for no more singular values than this. */
  private static final int MOST_VALUES = 8192;

  /** Terms of a sum of one launch, which then takes less than a second. */
  static final int TERMS = 1 << 20;

  private final OpenDevice device;
  private final @Nullable OwnProducts twofold;
  private final int most;
  private final StopSignal stop;
  private final Shape shape;
  private final DeviceBuffer x;

  /**
   * Creates the second moments of {@code x}.
   *
   * @param twofold multiplies it as it is; or null for products of copies in double precision
   * @param terms that it sums in one launch, at most
   */
  SecondMoments(
      OpenDevice device,
      Shape shape,
      DeviceBuffer x,
      @Nullable OwnProducts twofold,
      int terms,
      StopSignal stop) {
    this.device = device;
    this.twofold = twofold;
    most = terms;
    this.stop = stop;
    this.shape = shape;
    this.x = x;
  }

  /** Bytes that the spectrum of X takes for a while, if anyone asks for so large a one. */
  static long bytes(Shape shape) {
    long n = Math.min(shape.rows(), shape.cols());
    return n > MOST_VALUES ? 0 : (n * n + ENTRIES) * Double.BYTES;
  }

  /** X Xᵀ, N×N. */
  Dense rows() {
    int n = shape.rows();
    if (twofold != null) {
      return twofold(twofold, n, shape.cols(), shape.cols(), 1);
    }
    int width = Math.min(shape.cols(), Math.max(1, ENTRIES / n));
    return sum(
        n,
        (long) n * width,
        (gram, copy) -> {
          for (int from = 0; from < shape.cols(); from += width) {
            int count = Math.min(width, shape.cols() - from);
            widen(x, copy, n, from, count);
            device.products().addRowGram(n, count, copy, from > 0, gram);
          }
        });
  }

  /** XᵀX, D×D. */
  Dense cols() {
    int d = shape.cols();
    if (twofold != null) {
      return twofold(twofold, d, shape.rows(), 1, d);
    }
    int height = Math.min(shape.rows(), Math.max(1, ENTRIES / d));
    return sum(
        d,
        (long) height * d,
        (gram, copy) -> {
          for (long from = 0; from < shape.rows(); from += height) {
            int count = (int) Math.min(height, shape.rows() - from);
            widen(x.from(from * d), copy, count, 0, d);
            device.products().addColumnGram(d, count, copy, from > 0, gram);
          }
        });
  }

  /** A Aᵀ for A (n×terms) whose entry (i, j) is at i·rows + j·cols of X. */
  private Dense twofold(OwnProducts products, int n, int terms, long rows, long cols) {
    return sum(
        n,
        0,
        (gram, none) -> {
          for (int from = 0; from < terms; from += Math.min(most, terms - from)) {
            stop.check();
            int count = Math.min(most, terms - from);
            products.addTwofoldGram(n, count, x.from(from * cols), rows, cols, from > 0, gram);
          }
        });
  }

  private void widen(DeviceBuffer from, DeviceBuffer copy, int rows, int first, int width) {
    stop.check();
    device
        .launch()
        .pointer(from)
        .pointer(copy)
        .integer(rows)
        .integer(shape.cols())
        .integer(first)
        .integer(width)
        .run(device.kernels().widenColumns, LaunchGrid.threads((long) rows * width));
  }

  /** Adds up the lower triangle. */
  @FunctionalInterface
  private interface Accumulation {
    void into(DeviceBuffer gram, DeviceBuffer copy);
  }

  private Dense sum(int n, long copySize, Accumulation accumulation) {
    try (DeviceArena own = new DeviceArena(device.context())) {
      DeviceBuffer gram = own.doubles("second moments", (long) n * n);
      // The other triangle is never written, and comes back with this one.
      device.transfers().clear(gram, gram.count());
      accumulation.into(gram, own.doubles("X in double precision", copySize));
      Dense sums = Dense.wrap(n, n, device.transfers().doubles(gram, Math.multiplyExact(n, n)));
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          sums.set(j, i, sums.get(i, j));
        }
      }
      return sums;
    }
  }
}
