package org.latentfeature.step;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Resident codes with their arguments checked. */
final class CheckedIncidence implements Incidence {

  private final Incidence codes;
  private final Limits limits;
  private final Guard guard;

  CheckedIncidence(Incidence codes, Limits limits, Guard guard) {
    this.codes = codes;
    this.limits = limits;
    this.guard = guard;
  }

  /** The codes themselves, open, if they belong to the rows that {@code rows} guards. */
  Incidence open(@Nullable Guard rows) {
    guard.enter();
    Guard.require(guard.isOn(rows), "the codes and the step were opened on different rows");
    return codes;
  }

  @Override
  public int columns() {
    guard.enter();
    return codes.columns();
  }

  @Override
  public BinaryMatrix toMatrix() {
    guard.enter();
    return codes.toMatrix();
  }

  @Override
  public void replace(BinaryMatrix z) {
    guard.enter();
    Guard.require(z.rows() == guard.rows(), "Z has %d rows, X has %d", z.rows(), guard.rows());
    requireColumns(z.cols());
    codes.replace(z);
  }

  @Override
  public void append(List<BitVector> columns) {
    guard.enter();
    for (BitVector c : columns) {
      Guard.require(
          c.length() == guard.rows(),
          "a column has %d entries, X has %d rows",
          c.length(),
          guard.rows());
    }
    requireColumns(codes.columns() + columns.size());
    codes.append(columns);
  }

  void requireColumns(int k) {
    Guard.require(k <= limits.columns(), "%d columns, above the limit of %d", k, limits.columns());
  }

  @Override
  public void retain(int[] kept) {
    guard.enter();
    int k = codes.columns();
    Guard.require(
        Arrays.stream(kept).allMatch(c -> c >= 0 && c < k) && kept.length <= k,
        "columns %s to keep are not all among %d",
        Arrays.toString(kept),
        k);
    codes.retain(kept);
  }

  @Override
  public void close() {
    if (guard.closes()) {
      codes.close();
    }
  }
}
