package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class BinaryMatrixTest {

  private final BinaryMatrix z = Matrices.randomBinary(70, 4, 1);

  @Test
  void columnsCanBeChosenAddedAndRemoved() {
    assertEquals(List.of(z.column(2), z.column(0)), z.select(new int[] {2, 0}).columns());
    assertEquals(z, z.without(3).with(z.column(3)));
    assertNotEquals(z, z.without(3));
    assertEquals(0, BinaryMatrix.empty(70).cols());
    assertEquals(70, BinaryMatrix.empty(70).rows());
  }

  @Test
  void columnsHaveAllTheRows() {
    assertThrows(IllegalArgumentException.class, () -> BinaryMatrix.ofColumns(71, z.columns()));
    assertThrows(IllegalArgumentException.class, () -> z.with(BitVector.of(new boolean[69])));
  }
}
