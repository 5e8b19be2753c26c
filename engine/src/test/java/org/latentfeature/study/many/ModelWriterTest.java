package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** What is held of a model until it is on the disk. */
class ModelWriterTest {

  @TempDir Path folder = Path.of("");

  private static LassoModel model(int n, int d, int k) {
    SyntheticProblem p = SyntheticProblem.dense(n, d, k, .1, 1);
    Manifest manifest =
        new Manifest(
            Manifest.CURRENT_FORMAT,
            LassoModel.KIND.name(),
            "a test",
            Map.of(),
            0,
            new BackendInfo("java", "a processor", 1, Map.of()),
            n,
            d,
            k,
            "",
            "lasso",
            0,
            Map.of(),
            Ending.CONVERGED,
            List.of(),
            Map.of(),
            null,
            null,
            null,
            null);
    return new LassoModel(manifest, p.z(), p.w());
  }

  /** Threads that take no work. */
  private static ExecutorService none() {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    threads.shutdown();
    return threads;
  }

  @Test
  void writesAndTells() throws Exception {
    Path file = folder.resolve("a.lfm");
    LassoModel model = model(20, 5, 2);
    List<@Nullable RuntimeException> told = new ArrayList<>();
    try (ModelWriter writer = new ModelWriter()) {
      writer.write(file, model, told::add);
    }
    assertEquals(1, told.size());
    assertEquals(null, told.get(0));
    assertArrayEquals(ModelFile.bytes(model), Files.readAllBytes(file));
  }

  /** A wide W is as large as a long Z. */
  @Test
  void aLargeModelIsWrittenAtOnce() {
    for (LassoModel large : List.of(model(4, 70_000, 2), model(600_000, 1, 2))) {
      Path file = folder.resolve("large.lfm");
      List<@Nullable RuntimeException> told = new ArrayList<>();
      ModelWriter writer = new ModelWriter(none());
      writer.write(file, large, told::add);
      assertEquals(1, told.size());
      assertEquals(large.z(), ModelFile.load(file, LassoModel.KIND).z());
      writer.close();
    }
  }

  /** Or else the last ones, and the end of the run, would wait for ever. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aModelThatNoThreadTakesGivesItsPlaceBack() {
    LassoModel model = model(20, 5, 2);
    ModelWriter writer = new ModelWriter(none());
    for (int i = 0; i <= ModelWriter.PENDING; i++) {
      assertThrows(
          RejectedExecutionException.class,
          () -> writer.write(folder.resolve("a.lfm"), model, failure -> {}));
    }
    writer.close();
  }

  /** W of a wide matrix may exceed all else that a fit needs. */
  @Test
  void theModelCountsAsMemory() {
    Backend nothing =
        (Backend)
            Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (proxy, method, arguments) -> 0L);
    MatrixShape x = new MatrixShape(1000, 1_000_000);
    long need =
        new MemoryBudget(Long.MAX_VALUE, 0)
            .need(nothing, x, new FitRequest<>(new LassoEstimator(), LassoOptions.of(500)), false)
            .host();
    assertTrue(need >= x.bytes() + 8L * 500 * 1_000_000, () -> need + " bytes");
    assertTrue(
        ModelWriter.bytesHeld(1000, 10, 5) >= 3 * 8 * 5 * 10,
        "a small one's file is in memory too");
  }
}
