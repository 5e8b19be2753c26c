package org.latentfeature.backend.reference;

import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.RowCoder;

/** Every step by its definition, one row at a time, in double precision over float storage. */
final class ReferenceFactorisation implements Factorisation {

  private final HostRows rows;
  private final Matrix x;
  private final MissingEntries missing;
  private final long first;
  private final StepTally tally;
  private final StopSignal stop;
  private final float[] row;

  ReferenceFactorisation(HostRows rows, StopSignal stop) {
    this.rows = rows;
    x = rows.x();
    missing = rows.missing();
    first = rows.first();
    tally = rows.tally();
    this.stop = stop;
    row = new float[x.cols()];
  }

  @Override
  public Products products(Incidence codes, int from) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    int k = z.columns();
    int cols = x.cols();
    Dense cross = new Dense(k - from, cols);
    byte[] code = new byte[k];
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      load(i);
      z.getRow(i, code);
      for (int c = from; c < k; c++) {
        if (code[c] != 0) {
          for (int j = 0; j < cols; j++) {
            cross.values()[(c - from) * cols + j] += row[j];
          }
        }
      }
    }
    Dense gram = z.gram(from);
    tally.add("products", 1, 2.0 * x.size() * (k - from), start);
    return new Products(gram, cross);
  }

  @Override
  public Dense columnGrams(Incidence codes, int[] columns) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    Dense grams = z.columnGrams(rows.known(), columns);
    tally.add("column grams", 1, 0, start);
    return grams;
  }

  @Override
  public double squaredError(Incidence codes, Dense w) {
    long start = System.nanoTime();
    ResidualRow residual = new ResidualRow(x, (IncidenceColumns) codes, w);
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      sum = residual.load(i).addSquaresTo(sum);
    }
    tally.add("squared error", 1, 2.0 * x.size() * w.rows(), start);
    return sum;
  }

  @Override
  public long refine(Incidence codes, Dense w, int exactColumns) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    boolean exact = w.rows() <= exactColumns;
    RowCoder coder = new RowCoder(w, missing);
    ResidualRow residual = new ResidualRow(x, z, w);
    long changed =
        missing.isNone()
            ? z.refine(0, x.rows(), coder, (i, p) -> project(i, w, p), exact, stop)
            : z.improve(
                0, x.rows(), coder, (i, p) -> project(residual.load(i).values, w, p), exact, stop);
    stop.check();
    tally.add("refine", 1, 2.0 * x.size() * w.rows(), start);
    return changed;
  }

  @Override
  public long draw(Incidence codes, Dense w, BitDraws how) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    RowCoder coder = new RowCoder(w, missing);
    boolean complete = missing.isNone();
    ResidualRow residual = new ResidualRow(x, z, w);
    IncidenceColumns.Projection projection =
        complete ? (i, p) -> project(i, w, p) : (i, p) -> project(residual.load(i).values, w, p);
    long changed = z.draw(0, x.rows(), coder, projection, !complete, how, first, stop);
    stop.check();
    tally.add("draw", 1, 2.0 * x.size() * w.rows(), start);
    return changed;
  }

  @Override
  public long encode(Incidence codes, Dense w, RowCoding how) {
    long start = System.nanoTime();
    IncidenceColumns z = (IncidenceColumns) codes;
    z.clear(w.rows());
    RowCoder coder = new RowCoder(w, missing);
    long proven = z.encode(0, x.rows(), coder, (i, p) -> project(i, w, p), how, first, stop);
    stop.check();
    tally.add("encode", 1, 2.0 * x.size() * w.rows(), start);
    return proven;
  }

  @Override
  public double[] rowErrors(Incidence codes, Dense w) {
    long start = System.nanoTime();
    ResidualRow residual = new ResidualRow(x, (IncidenceColumns) codes, w);
    double[] errors = new double[x.rows()];
    for (int i = 0; i < errors.length; i++) {
      stop.check(i);
      errors[i] = residual.load(i).addSquaresTo(0);
    }
    tally.add("row errors", 1, 2.0 * x.size() * w.rows(), start);
    return errors;
  }

  /** A row of X, 0 where it is missing. */
  private void load(int i) {
    x.getRow(i, row);
    for (int at = missing.from(i); at < missing.to(i); at++) {
      row[missing.column(at)] = 0;
    }
  }

  private void project(int i, Dense w, double[] p) {
    load(i);
    project(row, w, p);
  }

  private static void project(float[] row, Dense w, double[] p) {
    for (int k = 0; k < p.length; k++) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum += w.get(k, j) * row[j];
      }
      p[k] = sum;
    }
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
