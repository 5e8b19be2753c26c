package org.latentfeature.data;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.latentfeature.base.progress.Awaited;

/**
 * One walk over all rows of a file, block by block: a thread reads the next block while the caller
 * works on the present one.
 */
public final class Pass implements AutoCloseable {

  private final FileRows rows;
  private final ExecutorService thread;
  private Future<Rows> coming;
  private int begun;
  private int done;

  /**
   * Begins.
   *
   * @param name of the rows
   */
  Pass(FileRows rows, String name) {
    this.rows = rows;
    thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread made = new Thread(work, "reader of " + name);
              made.setDaemon(true);
              return made;
            });
    coming = read();
  }

  private Future<Rows> read() {
    int from = begun * rows.blockRows();
    int count = Math.min(rows.blockRows(), rows.rows() - from);
    int buffer = begun % 2;
    begun++;
    return thread.submit(() -> rows.read(from, count, buffer));
  }

  /**
   * The next block, a {@link Matrix} or {@link SparseRows}, valid until the next call.
   *
   * @throws DataException if it cannot be read
   */
  public Rows next() {
    Rows block = Awaited.result(coming);
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
