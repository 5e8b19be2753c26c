package org.latentfeature.backend.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.RowCoder;
import org.latentfeature.step.coding.RowEncoder;

class IncidenceColumnsTest {

  private static final int ROWS = 300;
  private static final int K = 12;

  /**
   * Any range of rows, whole words or not, gets the codes of each row by itself, and no other row
   * changes: where all are settled by their nearest planes, some, some with dependent features, and
   * none, as too many features depend.
   */
  @ParameterizedTest
  @CsvSource({
    "20, .1, 0, 300",
    "20, 1, 0, 300",
    "20, 1, 5, 60",
    "20, 1, 63, 200",
    "9, .1, 7, 150",
    "5, .1, 7, 150"
  })
  void rowsAreCodedAsEachByItself(int d, double noise, int from, int to) {
    SyntheticProblem problem = SyntheticProblem.dense(ROWS, d, K, noise, 3);
    Dense w = problem.w();
    IncidenceColumns.Projection projection =
        (i, p) -> {
          for (int c = 0; c < K; c++) {
            p[c] = 0;
            for (int j = 0; j < d; j++) {
              p[c] += w.get(c, j) * problem.x().get(i, j);
            }
          }
        };
    for (int columns : new int[] {20, 5}) {
      RowCoding how = RowCoding.encoding(columns, 3, 1, 0);
      IncidenceColumns encoded = new IncidenceColumns(ROWS);
      encoded.clear(K);
      RowCoder coder = new RowCoder(w);
      long proven = encoded.encode(from, to, coder, projection, how, 0, StopSignal.NEVER);
      IncidenceColumns refined = new IncidenceColumns(ROWS);
      refined.replace(problem.z());
      long changed = refined.refine(from, to, coder, projection, columns >= K, StopSignal.NEVER);
      RowEncoder single = how.encoder(new RowCoder(w), K);
      long expectedProven = 0;
      long expectedChanged = 0;
      double[] p = new double[K];
      for (int i = 0; i < ROWS; i++) {
        byte[] fresh = new byte[K];
        byte[] better = new byte[K];
        byte[] start = new byte[K];
        for (int c = 0; c < K; c++) {
          start[c] = (byte) (problem.z().get(i, c) ? 1 : 0);
          better[c] = start[c];
        }
        if (i >= from && i < to) {
          projection.of(i, p);
          expectedProven += single.encode(i, p, fresh) ? 1 : 0;
          if (columns >= K) {
            coder.exact(p, better);
          } else {
            coder.descend(p, better);
          }
        }
        for (int c = 0; c < K; c++) {
          expectedChanged += start[c] == better[c] ? 0 : 1;
        }
        byte[] z = new byte[K];
        encoded.getRow(i, z);
        assertArrayEquals(fresh, z, "row " + i);
        refined.getRow(i, z);
        assertArrayEquals(better, z, "row " + i);
      }
      assertEquals(expectedProven, proven);
      assertEquals(expectedChanged, changed);
      assertTrue(noise < 1 || changed > 0);
    }
  }
}
