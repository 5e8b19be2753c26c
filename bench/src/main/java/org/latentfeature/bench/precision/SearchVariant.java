package org.latentfeature.bench.precision;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

/**
 * A way to search for atoms.
 *
 * @param schedule how many rows are taken at once
 * @param format of the operands of products
 * @param bytes whether X is kept as bytes, and its residual never formed
 * @param otherSeed whether it begins from other random numbers
 */
record SearchVariant(RowSchedule schedule, OperandFormat format, boolean bytes, boolean otherSeed) {

  /** What all others are compared with: the sweeps of today, in single precision. */
  static final SearchVariant TODAY =
      new SearchVariant(RowSchedule.blocks(64), OperandFormat.SINGLE, false, false);

  private static final int ROUNDED_PHASES = 4;

  /**
   * All others.
   *
   * @param bytes with those that keep X as bytes
   */
  static List<SearchVariant> others(boolean bytes) {
    List<SearchVariant> all = new ArrayList<>();
    all.add(new SearchVariant(TODAY.schedule, OperandFormat.SINGLE, false, true));
    for (int phases = 8; phases >= 1; phases /= 2) {
      all.add(of(RowSchedule.phases(phases), OperandFormat.SINGLE));
    }
    for (RowSchedule schedule : List.of(TODAY.schedule, RowSchedule.phases(ROUNDED_PHASES))) {
      all.add(of(schedule, OperandFormat.TF32));
      all.add(of(schedule, OperandFormat.BF16));
      all.add(of(schedule, OperandFormat.BF16_RESIDUAL));
      all.add(of(schedule, OperandFormat.HALF));
      if (bytes) {
        all.add(new SearchVariant(schedule, OperandFormat.HALF, true, false));
      }
    }
    return all;
  }

  private static SearchVariant of(RowSchedule schedule, OperandFormat format) {
    return new SearchVariant(schedule, format, false, false);
  }

  /**
   * The search on {@code fitted} rows.
   *
   * @param exact another one on the same rows, which is closed with it
   * @param x the data
   * @param fitted X itself, or L of X = L Q
   * @param firstRow number of the first row among all
   */
  EmulatedSearch on(AtomSearch exact, Matrix x, Matrix fitted, long firstRow) {
    ResidualSource source = bytes ? ByteRows.of(x, fitted) : new SingleRows(fitted, format);
    return new EmulatedSearch(exact, source, schedule, firstRow);
  }

  @Override
  public String toString() {
    return schedule + ", " + (bytes ? "bytes" : format) + (otherSeed ? ", other seeds" : "");
  }
}
