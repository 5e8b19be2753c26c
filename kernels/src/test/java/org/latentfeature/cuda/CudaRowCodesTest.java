package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.RowCoder;

/** Codes of rows that are projected 64 at a time, bit for bit those of plain loops. */
@OnDevice
final class CudaRowCodesTest {

  private static final int N = 170;
  private static final int D = 6;
  private static final long SEED = 3;
  private static final int RESTARTS = 3;

  /** With WWᵀ in shared memory and without, by the bytes that a block may have. */
  @ParameterizedTest
  @CsvSource({
    "9, 49152, 0",
    "43, 49152, 0",
    "43, 3500, 0",
    "43, 2000, 0",
    "9, 49152, .1",
    "43, 49152, .4",
    "43, 1000, .4",
    "43, 49152, .9"
  })
  void descentsAreThoseOfPlainLoops(int k, int sharedBytes, double missing) {
    // Small whole numbers: all sums are exact, and many flips pay alike.
    Dense x = withGaps(missing, (i, j) -> (int) (9 * CounterRandom.uniform(1, i, j)) - 4);
    Dense w = filled(k, (i, j) -> (int) (5 * CounterRandom.uniform(2, i, j)) - 2);
    boolean[][] codes = new boolean[k][N];
    for (int i = 0; i < N; i++) {
      boolean[] code = new PlainDescent(x, w, i).best();
      for (int c = 0; c < k; c++) {
        codes[c][i] = code[c];
      }
    }
    BinaryMatrix found = search(x, w, false, sharedBytes);
    for (int c = 0; c < k; c++) {
      assertEquals(BitVector.of(codes[c]), found.column(c), "column " + c);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .1, .4, .9})
  void exactCodesAreTheHosts(double missing) {
    Dense x = withGaps(missing, (i, j) -> (float) CounterRandom.normal(1, i, j));
    Dense w = filled(9, (i, j) -> (float) CounterRandom.normal(2, i, j));
    IncidenceColumns expected = new IncidenceColumns(N);
    expected.clear(9);
    expected.encode(
        0,
        N,
        new RowCoder(w, MissingEntries.of(single(x))),
        (i, p) -> {
          for (int k = 0; k < p.length; k++) {
            p[k] = 0;
            for (int j = 0; j < D; j++) {
              p[k] += Double.isNaN(x.get(i, j)) ? 0 : x.get(i, j) * w.get(k, j);
            }
          }
        },
        RowCoding.encoding(9, 0, SEED, 0),
        0,
        StopSignal.NEVER);
    assertEquals(expected.toMatrix(), search(x, w, true, 49152));
  }

  /** What a row misses is taken from WWᵀ, and may be a million times what is left. */
  @Test
  void whatIsMissingLeavesNoTraceHoweverLarge() {
    Dense x = filled(N, (i, j) -> j < 3 ? (float) CounterRandom.normal(1, i, j) : Double.NaN);
    Dense w = filled(7, (i, j) -> CounterRandom.normal(2, i, j) * (j < 3 ? 1 : 1000));
    Dense known = filled(7, (i, j) -> j < 3 ? w.get(i, j) : 0);
    Dense zeros = filled(N, (i, j) -> j < 3 ? x.get(i, j) : 0);
    assertEquals(search(zeros, known, true, 49152), search(x, w, true, 49152));
    assertEquals(search(zeros, known, false, 49152), search(x, w, false, 49152));
  }

  /** N rows, of which each knows one entry; a row in four knows all. */
  private static Dense withGaps(double missing, Entry entry) {
    return filled(
        N,
        (i, j) ->
            i % 4 > 0 && j != i % D && CounterRandom.uniform(5, i, j) < missing
                ? Double.NaN
                : entry.at(i, j));
  }

  private static BinaryMatrix search(Dense x, Dense w, boolean exact, int sharedBytes) {
    assertTrue(TestedDevice.provider().probe().isAvailable());
    int k = w.rows();
    Gpu gpu = new Gpu(1, 1, 1, 1, sharedBytes, 0);
    try (Context context = TestedDevice.context();
        DeviceArena arena = new DeviceArena(context);
        CudaRows rows =
            CountedSteps.rows(new OpenDevice(context, new Kernels(context), gpu), single(x));
        CudaIncidence z = new CudaIncidence(rows, new Incidence.Limits(k))) {
      DeviceBuffer features = arena.floats("W", (long) k * D);
      DeviceBuffer columns = arena.floats("W by column", (long) k * D);
      context.transfers().sendFloats(w, features);
      RowCodes.Memory memory =
          new RowCodes.Memory(
              arena.floats("projections", 64L * k),
              arena.doubles("WWᵀ", (long) k * k),
              arena.longs("changed entries", 1),
              arena.doubles("log-odds", k),
              KnownCodes.Memory.in(arena, rows.shape, k));
      z.clear(k);
      new RowCodes(rows, memory, StopSignal.NEVER)
          .search(z, new RowCodes.Dictionary(w, features, columns), exact, true, RESTARTS, SEED);
      return z.toMatrix();
    }
  }

  private static Matrix single(Dense values) {
    Matrix x = Matrix.allocate(values.rows(), values.cols());
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < values.cols(); j++) {
        x.set(i, j, (float) values.get(i, j));
      }
    }
    return x;
  }

  @FunctionalInterface
  private interface Entry {
    double at(int i, int j);
  }

  private static Dense filled(int rows, Entry entry) {
    Dense values = new Dense(rows, D);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < D; j++) {
        values.set(i, j, entry.at(i, j));
      }
    }
    return values;
  }

  /**
   * One row's descents along the best flip, of equal ones the first; the first of equal results.
   */
  private static final class PlainDescent {

    private final Dense w;
    private final double[] x;
    private final int row;

    PlainDescent(Dense x, Dense w, int row) {
      this.w = w;
      this.row = row;
      this.x = new double[D];
      for (int j = 0; j < D; j++) {
        this.x[j] = x.get(row, j);
      }
    }

    boolean[] best() {
      int k = w.rows();
      boolean[] best = descend(c -> 0);
      for (int t = 0; t < RESTARTS; t++) {
        int from = t * k;
        boolean[] code = descend(c -> CounterRandom.bits(SEED, row, from + c) >>> 63);
        if (error(code) < error(best)) {
          best = code;
        }
      }
      return best;
    }

    private boolean[] descend(IntToDoubleFunction start) {
      boolean[] code = new boolean[w.rows()];
      for (int c = 0; c < code.length; c++) {
        code[c] = start.applyAsDouble(c) != 0;
      }
      while (true) {
        int place = -1;
        double least = error(code);
        for (int c = 0; c < code.length; c++) {
          code[c] = !code[c];
          double error = error(code);
          code[c] = !code[c];
          if (error < least) {
            least = error;
            place = c;
          }
        }
        if (place < 0) {
          return code;
        }
        code[place] = !code[place];
      }
    }

    private double error(boolean[] code) {
      double sum = 0;
      for (int j = 0; j < D; j++) {
        double rest = x[j];
        for (int c = 0; c < code.length; c++) {
          rest -= code[c] ? w.get(c, j) : 0;
        }
        sum += Double.isNaN(rest) ? 0 : rest * rest;
      }
      return sum;
    }
  }
}
