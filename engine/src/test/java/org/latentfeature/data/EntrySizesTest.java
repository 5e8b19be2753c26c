package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.random.CounterRandom;

class EntrySizesTest {

  /** Normal entries times {@code scale}, plus {@code mean} in column 1. */
  private static Matrix matrix(double scale, double mean) {
    Matrix x = Matrix.allocate(200, 3);
    for (int i = 0; i < 200; i++) {
      for (int j = 0; j < 3; j++) {
        x.set(i, j, (float) (scale * CounterRandom.normal(1, i, j) + (j == 1 ? mean : 0)));
      }
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(strings = {"9.96921E36", "1.0E30"})
  void aFillValueIsNamedWithItsPlace(String value) {
    Matrix x = matrix(1, 0);
    x.set(7, 2, -Float.parseFloat(value));
    DataException e = assertThrows(DataException.class, () -> EntrySizes.requirePlausible(x, "X"));
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("row 8, column 3"), message);
    assertTrue(message.contains("the missing code -" + value), message);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1, 1e15, 1e20, 1e37})
  void dataOfAnyUnitsArePlausible(double scale) {
    Matrix x = matrix(scale, 0);
    x.set(7, 2, (float) (10 * scale));
    EntrySizes.requirePlausible(x, "X");
    EntrySizes.requireHeld(x, "X");
  }

  @Test
  void theColumnFarFromZeroIsNamed() {
    assertNull(EntrySizes.offset(matrix(1, 100)));
    EntrySizes.Offset offset = Objects.requireNonNull(EntrySizes.offset(matrix(1, 1e4)));
    assertEquals(1, offset.column());
    assertEquals(1e4, offset.mean(), 1);
    assertEquals(1, offset.deviation(), .1);
    assertTrue(offset.isHeld());
    EntrySizes.requireHeld(matrix(1, 1e5), "X");
  }

  /** At a mean of 10⁶ floats are 1/16 apart, which is 2 % of the deviation as noise. */
  @ParameterizedTest
  @ValueSource(doubles = {1e6, -1e7, 3e7})
  void whatSinglePrecisionLosesIsNamed(double mean) {
    DataException e =
        assertThrows(DataException.class, () -> EntrySizes.requireHeld(matrix(1, mean), "X"));
    assertTrue(String.valueOf(e.getMessage()).contains("column 2 "), e.getMessage());
  }

  /** Julian days: floats hold whole numbers exactly. */
  @Test
  void wholeNumbersAreHeld() {
    Matrix x = matrix(1, 0);
    for (int i = 0; i < x.rows(); i++) {
      x.set(i, 1, 2_460_000 + i % 11);
    }
    EntrySizes.requireHeld(x, "X");
  }

  /** What a message advises is the number in the file, not what reading made of it. */
  @Test
  void theFillValueIsThatOfTheFile() {
    Matrix x = matrix(1, 0);
    x.set(0, 0, 0x1p100f);
    DataException e =
        assertThrows(DataException.class, () -> EntrySizes.requirePlausible(x, "X", .5));
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("the missing code " + 0x1p101f), message);
  }

  /** Rounding makes all entries of each column equal. */
  @Test
  void dataOfWhichNothingIsLeftAreRefused() {
    Matrix x = Matrix.allocate(50, 2);
    for (int i = 0; i < 50; i++) {
      x.set(i, 0, (float) (1e9 + CounterRandom.normal(1, i, 0)));
      x.set(i, 1, (float) (2e9 + CounterRandom.normal(1, i, 1)));
    }
    assertThrows(DataException.class, () -> EntrySizes.requireHeld(x, "X"));
  }

  /**
   * A column that is the same everywhere is measured by the others, which a fit loses beside it.
   */
  @Test
  void aConstantColumnIsMeasuredByTheOthers() {
    Matrix x = matrix(1, 0);
    for (int i = 0; i < x.rows(); i++) {
      x.set(i, 0, 2024);
    }
    EntrySizes.requireHeld(x, "X");
    assertEquals(0, Objects.requireNonNull(EntrySizes.offset(x)).column());
    for (int i = 0; i < x.rows(); i++) {
      x.set(i, 0, 1e9f);
    }
    assertThrows(DataException.class, () -> EntrySizes.requireHeld(x, "X"));
  }
}
