package org.latentfeature.cuda;

import java.util.concurrent.atomic.LongAdder;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.RowCoder;

/**
 * Branch and bound on the host from the codes that descents on the device have reached: how long a
 * row's search takes depends on the row, which suits no warp. The device projects the rows, block
 * after block.
 */
final class HostCodes {

  /** Rows that a thread takes at a time, whole words of bits. */
  private static final int PIECE = 256;

  private final CudaRows rows;
  private final RowCoding how;
  private final int threads;
  private final StopSignal stop;

  HostCodes(CudaRows rows, RowCoding how, int threads, StopSignal stop) {
    this.rows = rows;
    this.how = how.withoutRestarts();
    this.threads = threads;
    this.stop = stop;
  }

  /**
   * Improves the codes {@code z} for the dictionary {@code w} (K×D).
   *
   * @param codes projects the rows
   * @param of the dictionary on the device
   * @return number of rows of which no code is better
   */
  long improve(CudaIncidence z, RowCodes codes, RowCodes.Dictionary of) {
    IncidenceColumns host = new IncidenceColumns(rows.rows());
    host.replace(z.toMatrix());
    RowCoder shared = coder(of.w());
    LongAdder proven = new LongAdder();
    codes.project(
        z,
        of,
        (first, count, projections) ->
            proven.add(improve(host, shared, first, count, projections)));
    z.replace(host.toMatrix());
    return proven.sum();
  }

  private RowCoder coder(Dense w) {
    return new RowCoder(w, rows.missingEntries());
  }

  private long improve(
      IncidenceColumns z, RowCoder shared, int first, int count, double[] projections) {
    LongAdder proven = new LongAdder();
    int k = z.columns();
    // Threads write whole words, so that pieces begin where words do.
    int begin = first / PIECE;
    int pieces = (first + count - 1) / PIECE - begin + 1;
    Workers.share(
        threads,
        pieces,
        stop,
        (worker, piece) -> {
          int from = Math.max(first, (begin + piece) * PIECE);
          int to = Math.min(first + count, (begin + piece + 1) * PIECE);
          proven.add(
              z.encode(
                  from,
                  to,
                  shared.fork(),
                  (i, p) -> System.arraycopy(projections, (i - first) * k, p, 0, k),
                  how,
                  rows.first(),
                  stop));
        });
    return proven.sum();
  }
}
