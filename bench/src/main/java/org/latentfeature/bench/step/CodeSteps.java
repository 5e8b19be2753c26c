package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;

/**
 * Rows with one Z and the steps that relate the two.
 *
 * @param rows the rows
 * @param codes Z, at first without columns
 * @param steps the steps
 */
public record CodeSteps(CheckedRows rows, Incidence codes, Factorisation steps)
    implements AutoCloseable {

  /** Loads {@code x} with room for {@code columns} of Z. */
  public static CodeSteps open(Backend backend, Matrix x, int columns) {
    CheckedRows rows = CheckedRows.load(backend, x);
    return new CodeSteps(
        rows,
        rows.open(new Incidence.Limits(columns)),
        rows.open(new Factorisation.Limits(columns)));
  }

  @Override
  public void close() {
    steps.close();
    codes.close();
    rows.close();
  }
}
