package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/**
 * The dummy's row a_0 = Σ a_i of the residual A = X − Z V, in double precision until it is written.
 * Where no entry is missing it is 1ᵀX − Σ n_k V_k, n_k the number of rows of feature k, and 1ᵀX is
 * the same for every residual: only the first one reads the rows for it.
 */
final class DummyRow {

  private final CudaRows rows;
  private final OpenDevice device;
  private final Memory memory;
  private boolean totalled;

  DummyRow(CudaRows rows, Memory memory) {
    this.rows = rows;
    device = rows.device;
    this.memory = memory;
  }

  /**
   * The arrays that it works in.
   *
   * @param totals 1ᵀX, or 1ᵀA where entries are missing
   * @param counts n_k
   */
  record Memory(DeviceBuffer totals, DeviceBuffer counts) {
    static Memory in(Room room, Shape shape, int columns) {
      return new Memory(
          room.doubles("sum of all rows", shape.cols()), room.ints("rows of features", columns));
    }
  }

  /**
   * Writes a_0 of the residual of {@code z} and V, {@code features}.
   *
   * @return passes over the rows that it took
   */
  int write(CudaIncidence z, DeviceBuffer features, DeviceBuffer residual, DeviceBuffer into) {
    if (rows.missing != null) {
      rows.columnSums.ofAll(residual, memory.totals(), into);
      return 1;
    }
    boolean first = !totalled;
    if (first) {
      rows.columnSums.ofAll(rows.x, memory.totals(), null);
      totalled = true;
    }
    z.countRows(memory.counts());
    int cols = rows.shape.cols();
    device
        .launch()
        .pointer(memory.totals())
        .pointer(memory.counts())
        .pointer(features)
        .pointer(into)
        .integer(cols)
        .integer(z.columns())
        .run(device.kernels().sumResidualRows, LaunchGrid.threads(cols));
    return first ? 1 : 0;
  }
}
