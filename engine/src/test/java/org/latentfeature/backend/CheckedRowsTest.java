package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;

/** Rows on a backend that serves one thread at a time. */
final class CheckedRowsTest {

  private static final Matrix X = Matrix.of(new float[][] {{1, 2}, {3, 4}, {5, 6}});
  private static final SparseRows SPARSE =
      SparseRows.of(2, 2, new int[] {0, 1, 2}, new int[] {0, 1}, new float[] {1, 1});

  private static Backend device() {
    return new DeviceGroup(List.of(new ReferenceProvider().open(Resources.DEFAULT)));
  }

  private static int rowsLoadedElsewhere(Backend device) {
    return CompletableFuture.supplyAsync(
            () -> {
              try (CheckedRows rows = CheckedRows.load(device, X)) {
                return rows.rows();
              }
            })
        .join();
  }

  @Test
  void anotherThreadIsServedAfterALoadThatFails() {
    try (Backend device = device()) {
      assertThrows(DataException.class, () -> CheckedRows.load(device, SPARSE).close());
      assertEquals(3, rowsLoadedElsewhere(device));
    }
  }

  @Test
  void anotherThreadIsServedOnceAllRowsAreClosed() {
    try (Backend device = device()) {
      try (CheckedRows some = CheckedRows.load(device, X)) {
        CheckedRows.load(device, X).close();
        CompletionException refused =
            assertThrows(CompletionException.class, () -> rowsLoadedElsewhere(device));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains("serves one thread at a time"), message);
        assertEquals(3, some.rows());
      }
      assertEquals(3, rowsLoadedElsewhere(device));
    }
  }
}
