package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Who holds which data, and who waits. */
class DataPoolTest {

  /** Bytes of each of the matrices, 10×10. */
  private static final int BYTES = 400;

  private static final MemoryBudget NOTHING = new MemoryBudget(0, 0);

  @TempDir Path folder = Path.of("");
  private Problem a1 = problem("a1", Path.of("a"));
  private Problem a2 = problem("a2", Path.of("a"));
  private Problem b = problem("b", Path.of("b"));

  private static Problem problem(String name, Path data) {
    return new Problem(
        name, data.toString(), data, new FitRequest<>(new LassoEstimator(), LassoOptions.of(1)), 0);
  }

  @BeforeEach
  void writeTheData() {
    Path a = folder.resolve("a.npy");
    NpyWriter.write(SyntheticProblem.dense(10, 10, 2, 1, 1).x(), a);
    NpyWriter.write(SyntheticProblem.dense(10, 10, 2, 1, 2).x(), folder.resolve("b.npy"));
    a1 = problem("a1", a);
    a2 = problem("a2", folder.resolve("./a.npy"));
    b = problem("b", folder.resolve("b.npy"));
  }

  private DataPool pool(long host, long card) {
    return new DataPool(List.of(a1, a2, b), ReadOptions.DEFAULT, new MemoryBudget(host, card));
  }

  private DataPool.Loaded use(DataPool pool, Problem problem) throws IOException {
    try (DataPool.Lease lease = pool.lease(problem, NOTHING)) {
      return lease.data();
    }
  }

  @Test
  void dataAreReadOnceWhileTheyAreNeeded() throws IOException {
    DataPool pool = pool(10 * BYTES, 0);
    DataPool.Loaded first = use(pool, a1);
    pool.finished(a1);
    assertSame(first, use(pool, a2));
    pool.finished(a2);
    // No problem needs them any more, so they were given up.
    assertNotSame(first, use(pool, a2));
  }

  @Test
  void dataThatLieIdleMakeRoom() throws IOException {
    DataPool pool = pool(BYTES + BYTES / 2, 0);
    DataPool.Loaded first = use(pool, a1);
    use(pool, b);
    assertNotSame(first, use(pool, a1));
  }

  @Test
  void dataInUseDoNot() throws Exception {
    DataPool pool = pool(BYTES + BYTES / 2, 0);
    assertWaits(pool, NOTHING);
  }

  @Test
  void theCardIsBoundedByItself() throws Exception {
    DataPool pool = pool(10 * BYTES, 100);
    assertWaits(pool, new MemoryBudget(0, 51));
    assertThrows(DataException.class, () -> pool.lease(b, new MemoryBudget(0, 101)));
  }

  /** While one holds {@code a}, another that wants {@code b} waits. */
  private void assertWaits(DataPool pool, MemoryBudget beside) throws Exception {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread second;
    try (DataPool.Lease held = pool.lease(a1, beside)) {
      second =
          new Thread(
              () -> {
                try (DataPool.Lease lease = pool.lease(b, beside)) {
                  lease.data();
                } catch (IOException | RuntimeException e) {
                  failure.set(e);
                }
              });
      second.start();
      while (second.getState() != Thread.State.WAITING) {
        assertFalse(second.getState() == Thread.State.TERMINATED, "it did not wait");
        Thread.onSpinWait();
      }
      assertEquals(10, held.data().dataset().x().rows());
    }
    second.join();
    assertEquals(null, failure.get());
  }

  @Test
  void whatIsLargerThanAllIsRefusedAndHoldsNothing() throws IOException {
    DataPool pool = pool(2 * BYTES, 0);
    assertThrows(DataException.class, () -> pool.lease(a1, new MemoryBudget(BYTES + 1, 0)));
    try (DataPool.Lease lease = pool.lease(a1, new MemoryBudget(BYTES, 0))) {
      assertEquals(10, lease.data().dataset().x().cols());
    }
  }

  @Test
  void dataThatCannotBeReadHoldNothing() throws IOException {
    Files.writeString(folder.resolve("bad.csv"), "1,2\n3,oh\n");
    Problem bad = problem("bad", folder.resolve("bad.csv"));
    DataPool pool = new DataPool(List.of(bad, a1), ReadOptions.DEFAULT, new MemoryBudget(BYTES, 0));
    for (int i = 0; i < 3; i++) {
      assertThrows(DataException.class, () -> pool.lease(bad, NOTHING));
    }
    use(pool, a1);
  }
}
