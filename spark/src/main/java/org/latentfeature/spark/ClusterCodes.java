package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.Incidence;

/**
 * Codes of all rows, NK/8 bytes on the driver, and as many on each executor: it fetches them once
 * after each change, when it first works on them.
 */
final class ClusterCodes implements Incidence {

  private final PartitionedRows rows;
  private BinaryMatrix z;
  private @Nullable Broadcast<BlockCodes> sent;

  ClusterCodes(PartitionedRows rows) {
    this.rows = rows;
    z = BinaryMatrix.empty(rows.rows());
  }

  /** The codes, as executors fetch them. */
  Broadcast<BlockCodes> sent() {
    Broadcast<BlockCodes> present = sent;
    if (present == null) {
      present = rows.spark().broadcast(new BlockCodes(z));
      sent = present;
    }
    return present;
  }

  @Override
  public int columns() {
    return z.cols();
  }

  @Override
  public BinaryMatrix toMatrix() {
    return z;
  }

  @Override
  public void replace(BinaryMatrix other) {
    if (other.equals(z)) {
      return;
    }
    forget();
    z = other;
  }

  @Override
  public void append(List<BitVector> columns) {
    List<BitVector> all = new ArrayList<>(z.columns());
    all.addAll(columns);
    replace(BinaryMatrix.ofColumns(rows.rows(), all));
  }

  @Override
  public void retain(int[] kept) {
    replace(z.select(kept));
  }

  private void forget() {
    if (sent != null) {
      sent.destroy();
      sent = null;
    }
  }

  @Override
  public void close() {
    forget();
  }
}
