package org.latentfeature.data;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.latentfeature.base.progress.Awaited;

/**
 * One walk over all rows of a file, block by block: a thread reads the next block while the caller
 * works on the present one, in two buffers by turns.
 */
public final class Pass implements AutoCloseable {

  private final FileRows rows;
  private final BlockReader reader;
  private final Matrix even;
  private final Matrix odd;
  private final ExecutorService thread;
  private Future<Matrix> coming;
  private int begun;
  private int done;

  /** Begins; two buffers have room for a block each. */
  Pass(FileRows rows, BlockReader reader, Matrix even, Matrix odd) {
    this.rows = rows;
    this.reader = reader;
    this.even = even;
    this.odd = odd;
    thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread made = new Thread(work, "reader of " + reader.name());
              made.setDaemon(true);
              return made;
            });
    coming = read();
  }

  private Future<Matrix> read() {
    int from = begun * rows.blockRows();
    int count = Math.min(rows.blockRows(), rows.rows() - from);
    Matrix into = begun % 2 == 0 ? even : odd;
    begun++;
    return thread.submit(
        () -> {
          reader.read(from, count, into);
          return rows.block(into, count);
        });
  }

  /**
   * The next block, valid until the next call.
   *
   * @throws DataException if it cannot be read
   */
  public Matrix next() {
    Matrix block = Awaited.result(coming);
    done += block.rows();
    rows.count(block.rows(), done);
    if ((long) begun * rows.blockRows() < rows.rows()) {
      coming = read();
    }
    return block;
  }

  /** Ends it; a block that is still being read is waited for, since the next pass reads there. */
  @Override
  public void close() {
    thread.shutdown();
    boolean interrupted = false;
    while (!thread.isTerminated()) {
      try {
        thread.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
