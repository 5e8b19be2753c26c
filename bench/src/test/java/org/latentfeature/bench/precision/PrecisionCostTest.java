package org.latentfeature.bench.precision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Reduction;

/** Whole measurements of small data. */
final class PrecisionCostTest {

  private static String measure(Matrix x, int k, int seeds) {
    LassoOptions options = LassoOptions.of(k).withMethod(Method.LASSO).withReduce(Reduction.NONE);
    try (Backend backend = Backends.open("java", 1).backend()) {
      return PrecisionCost.measure(backend, x, options, true, seeds);
    }
  }

  @Test
  void everySearchFindsAnEasyGroundTruth() {
    String table = measure(SyntheticProblem.dense(120, 30, 3, .01, 1).x(), 3, 2);
    List<String> lines = table.lines().filter(line -> line.contains(" phase")).toList();
    assertEquals(4 + 4, lines.size(), table);
    for (String line : lines) {
      String[] cells = line.split("\\|", -1);
      assertEquals(1, Double.parseDouble(cells[9]), 1e-3, table);
    }
    assertFalse(table.contains("bytes"), table);
  }

  @Test
  void wideBytesAreSearchedAsTheyAre() {
    Matrix x = SmallResidual.of(30, 90, 0).x();
    String table = measure(x, 2, 1);
    assertEquals(2, table.lines().filter(line -> line.contains("bytes")).count(), table);
    assertFalse(table.contains("NaN"), table);
  }

  @Test
  void ratiosHaveAStandardError() {
    RatioSample ratios = new RatioSample();
    List.of(1.0, 2.0, 3.0).forEach(ratios::add);
    assertEquals(2, ratios.mean());
    assertEquals(1 / Math.sqrt(3), ratios.standardError(), 1e-12);
    assertEquals(1, ratios.least());
    assertEquals(3, ratios.most());
    RatioSample one = new RatioSample();
    one.add(5);
    assertEquals(0, one.standardError());
    assertTrue(Double.isNaN(new RatioSample().mean()));
  }
}
