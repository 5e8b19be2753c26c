package org.latentfeature.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.backend.SessionLimits;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;

/**
 * Floating-point operations per second of a backend's dense matrix products, through what a backend
 * shows of them.
 *
 * <p>Double precision: the host algebra's product at 1024³, copies of its arrays included. Single
 * precision: ‖X − Z W‖² with K = N = 1024 is an SGEMM of 1024×1024×D beside a copy and a norm of X,
 * the conversion of W and the unpacking of Z, none of which is subtracted; with a larger D the
 * product's share of the time is larger.
 */
final class ProductRate implements AutoCloseable {

  static final int SIZE = 1024;

  private final Backend backend;
  private final CheckedSession session;
  private final Dense w;
  private final Dense square;

  /** For products of 1024×1024 and 1024×{@code cols}. */
  ProductRate(Backend backend, int cols) {
    this.backend = backend;
    SplittableRandom random = new SplittableRandom(1);
    Matrix x = Matrix.allocate(SIZE, cols);
    session = CheckedSession.open(backend, x, SessionLimits.factorisation(SIZE));
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < SIZE; k++) {
      columns.add(BitVector.ofWords(SIZE, random.longs(BitVector.wordCount(SIZE)).toArray()));
    }
    session.replace(BinaryMatrix.ofColumns(SIZE, columns));
    w = Dense.wrap(SIZE, cols, random.doubles((long) SIZE * cols).toArray());
    square = Dense.wrap(SIZE, SIZE, random.doubles((long) SIZE * SIZE).toArray());
  }

  /** Flops a second of SGEMM and what goes with it. */
  double single() {
    long start = System.nanoTime();
    session.squaredError(w);
    return rate(w.cols(), start);
  }

  /** Flops a second of DGEMM at 1024³. */
  @SuppressWarnings("ReturnValueIgnored")
  double dbl() {
    long start = System.nanoTime();
    backend.algebra().multiply(square, square);
    return rate(SIZE, start);
  }

  private static double rate(int cols, long start) {
    return 2.0 * SIZE * SIZE * cols / ((System.nanoTime() - start) * 1e-9);
  }

  @Override
  public void close() {
    session.close();
  }
}
