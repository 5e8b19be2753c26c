package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;

/**
 * The rows of X in parts, one for each thread, and block after block through its caches; the blocks
 * do not depend on the number of threads.
 */
final class RowParts {

  private final Blas blas;
  private final Matrix x;
  private final MissingEntries missing;
  private final StopSignal stop;
  private final int cols;
  private final int size;
  private final FloatPointer dictionary;
  private final Part[] parts;

  /** Allocates room for {@code columns} features. */
  RowParts(Blas blas, HostRows rows, int columns, StopSignal stop, Arena arena) {
    this.blas = blas;
    this.stop = stop;
    x = rows.x();
    missing = rows.missing();
    cols = x.cols();
    size = RowBlocks.size(x.rows());
    dictionary = arena.floats((long) columns * cols);
    parts = new Part[count(blas.threads(), x.rows())];
    for (int p = 0; p < parts.length; p++) {
      parts[p] = new Part(p, columns, arena);
    }
  }

  private static int count(int threads, int rows) {
    int size = RowBlocks.size(rows);
    return Math.min(threads, (rows + size - 1) / size);
  }

  static long bytesNeeded(int threads, int rows, int cols, int columns) {
    long dictionary = (long) columns * cols;
    int block = Math.min(rows, RowBlocks.size(rows));
    long one = FeatureBlocks.floatsNeeded(block, columns) + dictionary + 2L * block * cols;
    int parts = count(threads, rows);
    return (dictionary + parts * one) * Float.BYTES + parts * dictionary * Double.BYTES;
  }

  /** How many there are. */
  int count() {
    return parts.length;
  }

  /** How many blocks X has. */
  int blocks() {
    return blockOf(x.rows() - 1) + 1;
  }

  /** The block with row {@code i}. */
  int blockOf(int i) {
    return i / size;
  }

  void loadDictionary(Dense w) {
    Floats.put(w, dictionary);
  }

  /** Takes one block. */
  @FunctionalInterface
  interface Visitor {
    /** {@code count} rows from {@code first} on, read-only, valid during the call. */
    void visit(Part part, int first, int count, FloatPointer block);
  }

  /** Visits X as it is, on up to {@code most} threads. */
  void each(int most, double products, Visitor visitor) {
    blas.share(
        most,
        parts.length,
        products,
        stop,
        (worker, p) -> {
          int from = cut(p);
          RowBlocks.of(
              x.view(from, cut(p + 1) - from),
              size,
              stop,
              (first, count, block) -> visitor.visit(parts[p], from + first, count, block));
        });
  }

  /** Visits X with 0 where it is missing, on up to {@code most} threads. */
  void known(int most, double products, Visitor visitor) {
    each(
        most,
        products,
        missing.isNone()
            ? visitor
            : (part, first, count, block) -> {
              Blas.copy(count * cols, block, part.residual);
              visitor.visit(part, first, count, part.zeros(first, count));
            });
  }

  /** Visits X − Z W for W in the dictionary, with 0 where X is missing. */
  void residuals(IncidenceColumns z, Visitor visitor) {
    residuals(z, blas.worth(product(z.columns())), 0, visitor);
  }

  /**
   * Visits X − Z W for W in the dictionary, with 0 where X is missing, on up to {@code most}
   * threads.
   *
   * @param products operations of the visitor, which are counted too
   */
  void residuals(IncidenceColumns z, int most, double products, Visitor visitor) {
    each(
        most,
        products + product(z.columns()),
        (part, first, count, block) -> {
          part.features.subtract(z, first, count, block, part.residual);
          visitor.visit(part, first, count, part.zeros(first, count));
        });
  }

  /** Flops of a product of X with {@code k} rows. */
  double product(int k) {
    return 2.0 * x.size() * k;
  }

  private int cut(int p) {
    return Math.min(x.rows(), (int) ((long) blocks() * p / parts.length) * size);
  }

  /** Begins sums over rows of {@code k} features. */
  void beginSums(int k) {
    for (Part part : parts) {
      part.cross = new double[k * cols];
    }
  }

  /** The sums of all parts, K×D, in the order of their rows. */
  Dense sums() {
    double[] all = parts[0].cross;
    for (int p = 1; p < parts.length; p++) {
      Dense.addScaled(all, 0, parts[p].cross, 0, all.length, 1);
    }
    return Dense.wrap(all.length / cols, cols, all);
  }

  /** The arrays that one thread works in. */
  final class Part {

    final int number;
    final FeatureBlocks features;

    /** The residual of a block, X − Z W. */
    final FloatPointer residual;

    private final FloatPointer sums;
    private final float[] row;
    private float[] host = new float[0];
    private double[] cross = new double[0];

    Part(int number, int columns, Arena arena) {
      this.number = number;
      int block = Math.min(x.rows(), size);
      features = new FeatureBlocks(block, cols, columns, dictionary, arena);
      residual = arena.floats((long) block * cols);
      sums = arena.floats((long) columns * cols);
      row = new float[cols];
    }

    private FloatPointer zeros(int first, int count) {
      MissingZeros.put(missing, first, count, cols, residual);
      return residual;
    }

    /** Adds Z_bᵀ X_b for the {@code k} rows of codes that are loaded. */
    void addSums(int k, int count, FloatPointer block) {
      Blas.multiply(k, cols, count, features.codes(), block, 0, sums);
      for (int c = 0; c < k; c++) {
        sums.position((long) c * cols).get(row);
        for (int e = 0; e < cols; e++) {
          cross[c * cols + e] += row[e];
        }
      }
      sums.position(0);
    }

    /** The first {@code count} rows of {@link #residual}, on the heap. */
    float[] hostResidual(int count) {
      if (host.length < count * cols) {
        host = new float[count * cols];
      }
      residual.get(host, 0, count * cols);
      return host;
    }

    /** The projections of a block on the dictionary's {@code k} rows. */
    IncidenceColumns.Projection project(int k, int first, int count, FloatPointer block) {
      Blas.multiplyTransposed(count, k, cols, 1, block, features.dictionary(), features.codes());
      float[] projections = features.hostCodes();
      features.codes().get(projections, 0, count * k);
      return (row, p) -> {
        int at = (row - first) * k;
        for (int c = 0; c < k; c++) {
          p[c] = projections[at + c];
        }
      };
    }
  }
}
