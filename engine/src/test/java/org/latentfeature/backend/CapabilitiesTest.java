package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.Guard;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;

/** A capability that no backend has, in the table of one that has it, and of one that has not. */
final class CapabilitiesTest {

  /** Sums of rows. */
  interface RowSums extends Resident {

    record Room(int most) implements Limits<RowSums> {
      @Override
      public RowSums checked(RowSums opened, Guard guard) {
        return opened;
      }
    }

    double of(int row);
  }

  private record HostRowSums(Matrix x) implements RowSums {
    @Override
    public double of(int row) {
      double sum = 0;
      for (int j = 0; j < x.cols(); j++) {
        sum += x.get(row, j);
      }
      return sum;
    }

    @Override
    public void close() {}
  }

  private static final Matrix X = Matrix.of(new float[][] {{1, 2, 3}, {4, 5, 6}});

  @Test
  void oneLineIsAllThatABackendNeeds() {
    Capabilities<HostRows> table =
        new Capabilities<HostRows>()
            .with(
                RowSums.Room.class,
                (rows, cols, room) -> 8L * room.most(),
                (rows, room, stop) -> new HostRowSums(rows.x()));
    assertTrue(table.offers(new RowSums.Room(2)));
    assertEquals(16, table.bytesNeeded(2, 3, java.util.List.of(new RowSums.Room(2))));
    try (RowSums sums = new HostRows(X, 0, table).open(new RowSums.Room(2), StopSignal.NEVER)) {
      assertEquals(15, sums.of(1));
    }
  }

  @Test
  void whatABackendLacksIsRefusedByItsName() {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        CheckedRows rows = CheckedRows.load(backend, X)) {
      assertFalse(backend.offers(new RowSums.Room(2)));
      UnsupportedOperationException refused =
          assertThrows(
              UnsupportedOperationException.class, () -> rows.open(new RowSums.Room(2)).close());
      assertTrue(String.valueOf(refused.getMessage()).contains("java"), refused.getMessage());
      assertTrue(String.valueOf(refused.getMessage()).contains("Room"), refused.getMessage());
    }
  }
}
