package org.latentfeature.study.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.study.profile.DataProfile.Kind;

class DataProfileTest {

  private static DataProfile of(float[][] x) {
    return DataProfile.of(Matrix.of(x), StopSignal.NEVER);
  }

  @Test
  void theKindIsTheNarrowest() {
    assertEquals(Kind.BINARY, of(new float[][] {{0, 1}, {1, 0}}).kind());
    assertEquals(Kind.COUNTS, of(new float[][] {{0, 1}, {2, 0}}).kind());
    assertEquals(Kind.INTEGERS, of(new float[][] {{0, -1}, {2, 0}}).kind());
    assertEquals(Kind.NONNEGATIVE, of(new float[][] {{0, 1}, {.5f, 0}}).kind());
    assertEquals(Kind.REAL, of(new float[][] {{0, 1}, {-.5f, Float.NaN}}).kind());
    assertEquals(-.5, of(new float[][] {{0, 1}, {-.5f, Float.NaN}}).least());
    assertEquals(1, of(new float[][] {{0, 1}, {-.5f, Float.NaN}}).largest());
  }

  @Test
  void columnsAndRowsThatSayNothingNewAreFound() {
    float nan = Float.NaN;
    DataProfile profile =
        of(
            new float[][] {
              {0, 3, 1, 7, 1, nan, -0f},
              {0, 3, 2, 8, 2, 7, 0},
              {0, 3, 1, 7, 1, nan, 0},
              {0, 3, 1, 9, 1, 7, 0}
            });
    assertEquals(List.of(0, 6), profile.zero());
    assertEquals(List.of(1, 5), profile.constant());
    assertEquals(List.of(4), profile.equal());
    assertEquals(1, profile.repeated());
  }

  @Test
  void theDistanceIsOfMeansToDeviations() {
    DataProfile profile = of(new float[][] {{9, 1}, {11, 3}, {9, 3}, {11, 1}});
    assertEquals(Math.sqrt((100 + 4) / 2.), profile.distance(), 1e-12);
    // Far from 0 no digit of the deviations is lost.
    DataProfile far =
        of(new float[][] {{1e6f - 1, 1}, {1e6f + 1, 3}, {1e6f - 1, 3}, {1e6f + 1, 1}});
    assertEquals(Math.sqrt((1e12 + 4) / 2), far.distance(), 1e-3);
  }

  @Test
  void rowsFarFromAllOthersAreFound() {
    Random random = new Random(3);
    float[][] x = new float[200][30];
    for (float[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) random.nextGaussian();
      }
    }
    assertTrue(of(x).outlying().isEmpty());
    for (int j = 0; j < 30; j++) {
      x[17][j] *= 9;
      x[180][j] *= 9;
    }
    assertEquals(List.of(17, 180), of(x).outlying());
  }

  @Test
  void sparseRowsHaveTheProfileOfTheirZerosToo() {
    float[][] x = new float[40][25];
    Random random = new Random(5);
    for (int i = 0; i < 40; i++) {
      x[i][random.nextInt(24)] = 1 + random.nextInt(3);
    }
    SparseRows sparse = sparse(x);
    assertEquals(of(x), DataProfile.of(sparse, StopSignal.NEVER));
  }

  private static SparseRows sparse(float[][] x) {
    int[] start = new int[x.length + 1];
    int[] columns = new int[x.length];
    float[] values = new float[x.length];
    int count = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[i].length; j++) {
        if (x[i][j] != 0) {
          columns[count] = j;
          values[count++] = x[i][j];
        }
      }
      start[i + 1] = count;
    }
    return SparseRows.of(x.length, x[0].length, start, columns, values);
  }
}
