package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiniteCheckTest {

  @Test
  void namesTheFirstBadEntryInAnySegment() {
    for (int bad : new int[] {0, 1, 16, 17, 40, 101}) {
      Matrix x = Matrices.random(34, 3, 12, 1);
      x.set(bad / 3, bad % 3, Float.NaN);
      x.set(33, 2, Float.POSITIVE_INFINITY);
      Failures.assertSays(
          () -> FiniteCheck.requireFinite(x, "X"),
          "row " + (bad / 3 + 1) + ", column " + (bad % 3 + 1) + " (counting from 1) of X is ",
          bad == 101 ? "Infinity" : "NaN");
    }
  }

  @Test
  void namesTheRowBeyondOneChunk() {
    Matrix x = Matrix.allocate(50_000, 1);
    x.set(49_999, 0, Float.NEGATIVE_INFINITY);
    Failures.assertSays(
        () -> FiniteCheck.requireFinite(x, "X"), "row 50000, column 1 ", "-Infinity");
  }

  @Test
  void passesAllThatIsFinite() {
    FiniteCheck.requireFinite(
        Matrix.of(new float[][] {{Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, -0f}}), "X");
  }

  @Test
  void narrowsWithTheScale() {
    assertEquals(2.5f, FiniteCheck.narrow(5, .5, false, 0, 0, "X"));
    assertEquals(1f, FiniteCheck.narrow(1e300, 1e-300, false, 0, 0, "X"));
    Failures.assertSays(
        () -> FiniteCheck.narrow(1e30, 1e10, false, 4, 5, "X"),
        "row 5, column 6",
        "1.0E30",
        "1.0E10");
  }
}
