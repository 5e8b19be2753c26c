package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/** A device that is smaller than the data. */
class StreamedBackendTest {

  private static final int COLS = 100;

  /**
   * The reference, with so much memory, of which rows take four times their bytes and some more.
   */
  private record Small(Backend backend, long bytesAvailable, boolean isShared, AtomicBoolean loaded)
      implements Backend {

    static Small of(long bytes) {
      return new Small(
          new ReferenceProvider().open(Resources.DEFAULT), bytes, false, new AtomicBoolean());
    }

    static final long BESIDE = 50_000;

    @Override
    public BackendInfo info() {
      return new BackendInfo("small", "a small device", 1, Map.of());
    }

    @Override
    public boolean offers(Limits<?> limits) {
      return backend.offers(limits);
    }

    @Override
    public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
      return 16L * rows * cols + BESIDE;
    }

    /** One block of X at a time. */
    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      long needed = bytesNeeded(x.rows(), x.cols(), List.of());
      assertTrue(needed <= bytesAvailable, x.rows() + " rows were loaded at once");
      if (x.cols() < COLS) {
        return backend.load(x, first, stop); // what a fit makes of X stays beside it
      }
      assertTrue(loaded.compareAndSet(false, true), "two blocks were loaded at once");
      ResidentRows rows = backend.load(x, first, stop);
      return (ResidentRows)
          Proxy.newProxyInstance(
              ResidentRows.class.getClassLoader(),
              new Class<?>[] {ResidentRows.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("close")) {
                  loaded.set(false);
                }
                return method.invoke(rows, arguments);
              });
    }

    @Override
    public void close() {
      backend.close();
    }
  }

  private static Backend roomFor(Backend backend, Matrix x) {
    return StreamedBackend.roomFor(
        backend, x, other -> other.bytesNeeded(x.rows(), x.cols(), List.of()));
  }

  @Test
  void onlyDevicesThatAreTooSmallGetBlocks() {
    Matrix x = SyntheticProblem.dense(1000, COLS, 3, .1, 1).x();
    Backend large = Small.of(16L * 1000 * COLS + Small.BESIDE);
    assertSame(large, roomFor(large, x));
    Backend host = new Small(large, 1000, true, new AtomicBoolean());
    assertSame(host, roomFor(host, x));
    // Less than 64 rows and what is beside them.
    Backend hopeless = Small.of(16L * 64 * COLS + Small.BESIDE - 1);
    assertSame(hopeless, roomFor(hopeless, x));
    Backend least = Small.of(16L * 64 * COLS + Small.BESIDE);
    StreamedBackend streamed = assertInstanceOf(StreamedBackend.class, roomFor(least, x));
    assertEquals(64, streamed.blockRows(1000, COLS));
    assertEquals(50, streamed.blockRows(50, COLS), "few rows are one block");
    StreamedBackend larger = assertInstanceOf(StreamedBackend.class, roomFor(Small.of(900_000), x));
    int rows = larger.blockRows(1000, COLS);
    assertTrue(rows >= 192 && 16L * rows * COLS + Small.BESIDE <= 900_000, rows + " rows");
  }

  /** No more rows are on the device at once than it holds, and the features are the same. */
  @Test
  void aFitInBlocksFindsTheSameFeatures() {
    SyntheticProblem p = SyntheticProblem.dense(400, COLS, 3, .05, 2);
    LassoResult expected = fit(new ReferenceProvider().open(Resources.DEFAULT), p.x());
    LassoResult found = fit(roomFor(Small.of(400_000), p.x()), p.x());
    assertEquals(Set.copyOf(expected.z().columns()), Set.copyOf(found.z().columns()));
    assertEquals(expected.rmse(), found.rmse(), 1e-6);
  }

  /** So are the codes of rows, each block's after it was loaded. */
  @Test
  void codesOfRowsThatDoNotFitAreTheSame() {
    SyntheticProblem p = SyntheticProblem.dense(400, COLS, 3, .05, 2);
    try (Backend small = Small.of(400_000);
        Backend large = new ReferenceProvider().open(Resources.DEFAULT)) {
      assertEquals(
          FactorCoder.code(large, p.x(), p.w(), 1, 5).codes().z().columns(),
          FactorCoder.code(small, p.x(), p.w(), 1, 5).codes().z().columns());
    }
  }

  private static LassoResult fit(Backend backend, Matrix x) {
    try (backend) {
      return new LatentFeatureLasso(backend, LassoOptions.of(3)).fit(x, FitListener.SILENT);
    }
  }
}
