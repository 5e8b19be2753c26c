package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.Resources;
import org.latentfeature.data.Matrix;

/** A context of the driver has one stream and one staging memory: one thread at a time has rows. */
@OnDevice
final class CudaServingTest {

  @Test
  void anotherThreadIsRefusedUntilTheRowsAreClosed() throws Exception {
    Matrix x = Matrix.of(new double[][] {{1, 2}, {3, 4}, {5, 6}});
    ExecutorService other = Executors.newSingleThreadExecutor(r -> new Thread(r, "other"));
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT)) {
      try (CheckedRows rows = CheckedRows.load(backend, x)) {
        ExecutionException refused =
            assertThrows(
                ExecutionException.class,
                () -> other.submit(() -> CheckedRows.load(backend, x)).get());
        String message = String.valueOf(refused.getCause());
        assertTrue(message.contains("IllegalStateException"), message);
        assertTrue(message.contains("thread 'other'"), message);
        assertTrue(message.contains("newSingleThreadExecutor"), message);
        assertEquals(3, rows.copy(new int[] {1}).get(0, 0));
      }
      int found =
          other
              .submit(
                  () -> {
                    try (CheckedRows rows = CheckedRows.load(backend, x)) {
                      return rows.rows();
                    }
                  })
              .get();
      assertEquals(3, found);
    } finally {
      other.shutdownNow();
    }
  }
}
