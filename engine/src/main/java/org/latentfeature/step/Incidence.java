package org.latentfeature.step;

import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** A binary incidence matrix Z (N×K) beside the rows. It starts with no columns. */
public interface Incidence extends Resident {

  /**
   * Limits of a Z.
   *
   * @param columns maximum columns, at least 1
   */
  record Limits(int columns) implements org.latentfeature.step.Limits<Incidence> {

    /** Checks the range. */
    public Limits {
      Guard.require(columns >= 1, "Z has %d columns; it must have at least 1", columns);
    }

    @Override
    public Incidence checked(Incidence opened, Guard guard) {
      return new CheckedIncidence(opened, this, guard);
    }

    @Override
    public Incidence inParts(
        Parts<Incidence> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
      return new IncidenceInParts(parts);
    }
  }

  /** Number of columns of Z, K. */
  int columns();

  /** A copy of Z. */
  BinaryMatrix toMatrix();

  /** Makes it {@code z} (N×K). */
  void replace(BinaryMatrix z);

  /** Appends columns of length N. */
  void append(List<BitVector> columns);

  /** Keeps the columns with the indices {@code kept}, in that order. */
  void retain(int[] kept);
}
