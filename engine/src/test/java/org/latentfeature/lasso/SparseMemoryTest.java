package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SparseRowsBlocks;
import org.latentfeature.fit.FitListener;

/** What a fit to sparse rows is said to need is what is in memory at most, within a tenth. */
@Tag("whole")
final class SparseMemoryTest {

  private static final int K = 4;

  /** Of so many columns that nothing else counts. */
  private static final SparseRows X =
      new SparseProblem(1100, 200_000, K, 1_400_000, .1, 1).draw().x();

  /** Most live bytes of the heap and of direct buffers, whenever a fit asks whether to stop. */
  private static final class Peak implements BooleanSupplier {

    private long most = live();

    private static long direct() {
      return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .mapToLong(BufferPoolMXBean::getMemoryUsed)
          .sum();
    }

    private static long used() {
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() + direct();
    }

    private static long live() {
      System.gc();
      return used();
    }

    /** Garbage is collected only where there might be a new peak. */
    @Override
    public synchronized boolean getAsBoolean() {
      if (used() > 1.02 * most) {
        most = Math.max(most, live());
      }
      return false;
    }
  }

  private static void assertNeeded(
      Backend backend, Rows x, LassoOptions options, long needed, FitListener listener) {
    Peak peak = new Peak();
    long before = peak.most;
    new LatentFeatureLasso(backend, options).fit(x, listener.until(peak));
    double taken = peak.most - before;
    assertTrue(
        needed > .9 * taken && needed < 1.1 * taken,
        () -> "%,d bytes needed, %,.0f taken".formatted(needed, taken));
  }

  @Test
  void itIsWhatRowsInMemoryAndBlocksTake() {
    LassoOptions options = LassoOptions.of(K);
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        FileRows file = new FileRows(new SparseRowsBlocks(X), 1 << 20, WorkListener.SILENT)) {
      // Classes are loaded, and facts found, before anything is measured.
      new LatentFeatureLasso(backend, options)
          .fit(new SparseProblem(500, 300, K, 4000, .1, 1).draw().x());
      X.facts();
      file.facts();
      assertNeeded(
          backend,
          X,
          options,
          LatentFeatureLasso.bytesNeeded(backend.sparse(), X.rows(), X.cols(), options),
          FitListener.SILENT);
      assertNeeded(
          backend,
          file,
          options,
          LatentFeatureLasso.bytesNeeded(backend, file, options),
          FitListener.SILENT);
    }
  }

  /**
   * Where rows are many beside columns and features, X Xᵀ is nearly all: that of chains, and of few
   * rows that of their moves.
   */
  @ParameterizedTest
  @CsvSource({"1800, 2, 1", "840, 14, 2"})
  void productsOfRowsAreCountedForChainsAndForMoves(int rows, int k, int products) {
    long squares = products * (long) Double.BYTES * rows * rows;
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      long needed = LatentFeatureLasso.bytesNeeded(backend.sparse(), rows, 300, LassoOptions.of(k));
      assertTrue(
          needed > squares && needed < 1.1 * squares,
          () -> "%,d bytes needed, %,d for products".formatted(needed, squares));
    }
  }
}
