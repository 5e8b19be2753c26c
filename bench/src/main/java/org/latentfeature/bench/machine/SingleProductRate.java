package org.latentfeature.bench.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.bench.step.CodeSteps;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * Floating-point operations per second of a backend's single-precision products, through what a
 * backend shows of them: ‖X − Z W‖² with K = N = 1024 is an SGEMM of 1024×1024×D beside a copy and
 * a norm of X, the conversion of W and the unpacking of Z, none of which is subtracted; with a
 * larger D the product's share of the time is larger.
 */
public final class SingleProductRate implements AutoCloseable {

  /** N and K, and a small D. */
  public static final int SIZE = 1024;

  /** A D beside which the rest is small. */
  public static final int WIDE = 8192;

  private final CodeSteps open;
  private final Dense w;

  /** For products of 1024×1024 and 1024×{@code cols}. */
  public SingleProductRate(Backend backend, int cols) {
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = Matrix.allocate(SIZE, cols);
    open = CodeSteps.open(backend, x, SIZE);
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < SIZE; k++) {
      columns.add(BitVector.ofWords(SIZE, random.longs(BitVector.wordCount(SIZE)).toArray()));
    }
    open.codes().replace(BinaryMatrix.ofColumns(SIZE, columns));
    w = Dense.wrap(SIZE, cols, random.doubles((long) SIZE * cols).toArray());
  }

  /** Flops a second of SGEMM and what goes with it. */
  public double measure() {
    long start = System.nanoTime();
    open.steps().squaredError(open.codes(), w);
    return 2.0 * SIZE * SIZE * w.cols() / ((System.nanoTime() - start) * 1e-9);
  }

  @Override
  public void close() {
    open.close();
  }
}
