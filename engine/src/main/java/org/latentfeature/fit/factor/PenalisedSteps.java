package org.latentfeature.fit.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.RowCoder;
import org.latentfeature.step.coding.RowEncoder;

/**
 * The steps of a backend with the costs of a {@link Regularisation} in every error. Codes that pay
 * for bits are found on the host, whatever the backend: a bit's cost is an addition to the diagonal
 * of its row's Gram matrix.
 */
final class PenalisedSteps implements Factorisation {

  /** Rows that a thread is worth starting for. */
  private static final int LEAST_ROWS = 64;

  private final Factorisation steps;
  private final Matrix x;
  private final Regularisation costs;
  private final int threads;

  PenalisedSteps(Factorisation steps, Matrix x, Regularisation costs, int threads) {
    this.steps = steps;
    this.x = x;
    this.costs = costs;
    this.threads = threads;
  }

  @Override
  public Products products(Incidence z, int from) {
    return steps.products(z, from);
  }

  @Override
  public Dense columnGrams(Incidence z, int[] columns) {
    return steps.columnGrams(z, columns);
  }

  /** Returns ‖X − Z W‖² + κ‖W‖² + λ Σ z. */
  @Override
  public double squaredError(Incidence z, Dense w) {
    return steps.squaredError(z, w) + costs.cost(bits(z.toMatrix()), w);
  }

  static long bits(BinaryMatrix z) {
    return z.columns().stream().mapToLong(BitVector::count).sum();
  }

  /** Returns the squared error of each row, with λ for each of its features. */
  @Override
  public double[] rowErrors(Incidence z, Dense w) {
    double[] errors = steps.rowErrors(z, w);
    BinaryMatrix codes = z.toMatrix();
    for (int i = 0; i < errors.length; i++) {
      for (int k = 0; k < codes.cols(); k++) {
        errors[i] += codes.get(i, k) ? costs.bitCost() : 0;
      }
    }
    return errors;
  }

  @Override
  public long refine(Incidence z, Dense w, int exactColumns) {
    if (costs.bitCost() == 0) {
      return steps.refine(z, w, exactColumns);
    }
    BinaryMatrix before = z.toMatrix();
    BinaryMatrix after =
        coded(
            w,
            coder ->
                (i, p, code) -> {
                  for (int k = 0; k < code.length; k++) {
                    code[k] = (byte) (before.get(i, k) ? 1 : 0);
                  }
                  if (code.length <= exactColumns) {
                    coder.exact(p, code);
                  } else {
                    coder.descend(p, code);
                  }
                });
    z.replace(after);
    long changed = 0;
    for (int k = 0; k < after.cols(); k++) {
      changed += after.column(k).distance(before.column(k));
    }
    return changed;
  }

  /** A feature's cost λ lowers the odds of each of its bits by λ/(2σx²). */
  @Override
  public long draw(Incidence z, Dense w, BitDraws how) {
    double[] logOdds =
        Arrays.stream(how.logOdds())
            .map(odds -> odds - costs.bitCost() / (2 * how.variance()))
            .toArray();
    return steps.draw(z, w, new BitDraws(logOdds, how.variance(), how.spared(), how.seed()));
  }

  @Override
  public long encode(Incidence z, Dense w, RowCoding how) {
    if (costs.bitCost() == 0) {
      return steps.encode(z, w, how);
    }
    LongAdder proven = new LongAdder();
    z.replace(
        coded(
            w,
            coder -> {
              RowEncoder encoder = how.encoder(coder, w.rows());
              return (i, p, code) -> proven.add(encoder.encode(i, p, code) ? 1 : 0);
            }));
    return proven.sum();
  }

  /** Makes the code of one row, in {@code code}, which is empty. */
  @FunctionalInterface
  private interface Coding {
    void code(int row, double[] p, byte[] code);
  }

  /** Codes all rows; each thread's {@code coding} is made of its own coder. */
  private BinaryMatrix coded(Dense w, Function<RowCoder, Coding> coding) {
    RowCoder shared = new RowCoder(w, MissingEntries.of(x), costs.bitCost());
    List<byte[]> parts =
        Workers.parts(
            threads,
            x.rows(),
            LEAST_ROWS,
            StopSignal.NEVER,
            (from, to) -> {
              RowCoder coder = shared.fork();
              return coded(w, coder, coding.apply(coder), from, to);
            });
    int k = w.rows();
    boolean[][] columns = new boolean[k][x.rows()];
    int row = 0;
    for (byte[] part : parts) {
      for (int at = 0; at < part.length; at += k, row++) {
        for (int c = 0; c < k; c++) {
          columns[c][row] = part[at + c] != 0;
        }
      }
    }
    return BinaryMatrix.ofColumns(
        x.rows(), new ArrayList<>(Arrays.stream(columns).map(BitVector::of).toList()));
  }

  private byte[] coded(Dense w, RowCoder coder, Coding coding, int from, int to) {
    int k = w.rows();
    byte[] all = new byte[Math.multiplyExact(to - from, k)];
    byte[] code = new byte[k];
    double[] p = new double[k];
    float[] row = new float[x.cols()];
    for (int i = from; i < to; i++) {
      x.getRow(i, row);
      Arrays.fill(p, 0);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          for (int c = 0; c < k; c++) {
            p[c] += w.values()[c * row.length + j] * row[j];
          }
        }
      }
      coder.load(i);
      Arrays.fill(code, (byte) 0);
      coding.code(i, p, code);
      System.arraycopy(code, 0, all, (i - from) * k, k);
    }
    return all;
  }

  /** The steps belong to whoever opened them. */
  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
