package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SparseRowsBlocks;
import org.latentfeature.fit.FitListener;

/**
 * What a fit to sparse rows is said to need is what is in memory at most, within a tenth: where its
 * columns are verified at once, and where all searches run.
 */
@Tag("whole")
final class SparseMemoryTest {

  private static final int K = 4;

  /** Of so many columns that nothing else counts. */
  private static final SparseRows X =
      new SparseProblem(1100, 200_000, K, 1_400_000, .1, 1).draw().x();

  /** Most live bytes of the heap and of direct buffers, when a fit asks whether to stop. */
  private static final class Peak implements BooleanSupplier {

    /** Garbage is collected in one of so many parts of the time. */
    private static final int PARTS = 2;

    /** The serial collector leaves no garbage in one of so many collections. */
    private static final int COLLECTIONS = 4;

    private final long before = live(COLLECTIONS);
    private long most = before;
    private long next = System.nanoTime();

    private static long direct() {
      return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .mapToLong(BufferPoolMXBean::getMemoryUsed)
          .sum();
    }

    private static long used() {
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() + direct();
    }

    /** Direct buffers are freed after a collection, by a thread of their own. */
    private static long live(int collections) {
      long least = Long.MAX_VALUE;
      for (int i = 0; i < collections; i++) {
        System.gc();
        LockSupport.parkNanos(1_000_000);
        long heap =
            ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                .sum();
        least = Math.min(least, heap + direct());
      }
      return least;
    }

    @Override
    public synchronized boolean getAsBoolean() {
      long now = System.nanoTime();
      if (now > next && used() > 1.02 * most) {
        if (live(1) > most) {
          most = Math.max(most, live(COLLECTIONS));
        }
        long end = System.nanoTime();
        next = end + (PARTS - 1) * (end - now);
      }
      return false;
    }

    double taken() {
      return most - before;
    }
  }

  /** A short peak may pass between two collections: other fits may show it. */
  private static final int FITS = 4;

  private static void assertNeeded(
      Backend backend, Rows x, LassoOptions options, long needed, double above) {
    double most = 0;
    for (int fit = 0; fit < FITS && needed >= above * most; fit++) {
      Peak peak = new Peak();
      new LatentFeatureLasso(backend, options).fit(x, FitListener.SILENT.until(peak));
      most = Math.max(most, peak.taken());
    }
    double taken = most;
    assertTrue(
        needed > .9 * taken && needed < above * taken,
        () -> "%,d bytes needed, %,.0f taken".formatted(needed, taken));
  }

  private static Backend backend() {
    Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
    // Classes are loaded before anything is measured.
    new LatentFeatureLasso(backend, LassoOptions.of(K))
        .fit(new SparseProblem(500, 300, K, 4000, .1, 1).draw().x());
    return backend;
  }

  @Test
  void itIsWhatRowsInMemoryAndBlocksTake() {
    LassoOptions options = LassoOptions.of(K);
    try (Backend backend = backend();
        FileRows file = new FileRows(new SparseRowsBlocks(X), 1 << 20, WorkListener.SILENT)) {
      X.facts();
      file.facts();
      assertNeeded(
          backend,
          X,
          options,
          LatentFeatureLasso.bytesNeeded(backend.sparse(), X.rows(), X.cols(), options),
          1.1);
      assertNeeded(
          backend, file, options, LatentFeatureLasso.bytesNeeded(backend, file, options), 1.1);
    }
  }

  /**
   * Rows are so many that columns of Z decide, and that chains would take far more. The peak is of
   * milliseconds: in a warm JVM collections find three quarters of it.
   */
  @Test
  void aFitThatSettlesTakesWhatItIsSaidToTakeThen() {
    SparseRows x = new SparseProblem(60_000, 2000, 20, 3_000_000, .01, 1).draw().x();
    x.facts();
    LassoOptions options = LassoOptions.of(20);
    try (Backend backend = backend()) {
      SparseBackend sparse = (SparseBackend) backend.sparse();
      long settled = LatentFeatureLasso.settledBytes(sparse, x.rows(), x.cols(), options);
      assertNeeded(backend, x, options, settled, 1.5);
      long most = LatentFeatureLasso.bytesNeeded(sparse, x.rows(), x.cols(), options);
      assertTrue(most > 1.5 * settled, () -> "%,d bytes at most, %,d".formatted(most, settled));
    }
  }

  /** Of one feature more than X has, so that no search ends the fit before the chains. */
  @Test
  void aFitThatRunsAllSearchesTakesTheMost() {
    SparseRows x = new SparseProblem(3000, 300, 2, 30_000, .1, 1).draw().x();
    x.facts();
    LassoOptions options = LassoOptions.of(3);
    try (Backend backend = backend()) {
      long most = LatentFeatureLasso.bytesNeeded(backend.sparse(), x.rows(), x.cols(), options);
      assertNeeded(backend, x, options, most, 1.1);
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
