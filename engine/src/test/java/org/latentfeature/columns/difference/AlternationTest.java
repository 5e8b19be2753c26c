package org.latentfeature.columns.difference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;

class AlternationTest {

  private static final int POINTS = 600;
  private static final int K = 8;
  private static final int D = 4;
  private static final double NOISE = .1;

  private final Dense w = Overcomplete.normal(K, D, 5);

  private Alternation from(Dense start) {
    BinaryMatrix z = Overcomplete.codes(POINTS, K, .5, 5);
    int[] all = IntStream.range(0, POINTS).toArray();
    Points points = Points.of(Overcomplete.rows(z, w, NOISE, 7), all);
    return new Alternation(points, start, 1, StopSignal.NEVER);
  }

  /** Returns W with the wrong sign of one row, which the others move by a share of it to hide. */
  private Dense wrongSign(int feature) {
    Dense wrong = Signs.flipped(w, 1 << feature);
    for (int r = 0; r < K; r++) {
      if (r != feature) {
        Dense.addScaled(wrong.values(), r * D, w.values(), feature * D, D, 2. / K);
      }
    }
    return wrong;
  }

  @Test
  void aWrongSignThatOtherFeaturesHideIsFound() {
    Alternation truth = from(w);
    truth.run(30);
    Alternation alternation = from(wrongSign(2));
    alternation.run(30);
    assertTrue(alternation.error() > 1.2 * truth.error(), "nearest sums do not tell");
    assertTrue(alternation.complement());
    Dense found = alternation.run(30);
    assertEquals(truth.error(), alternation.error(), .01 * truth.error());
    for (int i = 0; i < K * D; i++) {
      assertEquals(w.values()[i], found.values()[i], .1);
    }
  }

  @Test
  void nothingIsComplementedAtTheTruth() {
    Alternation truth = from(w);
    Dense before = truth.run(30);
    double error = truth.error();
    assertFalse(truth.complement());
    assertEquals(error, truth.error());
    assertEquals(before, truth.run(0));
  }
}
