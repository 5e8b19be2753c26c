package org.latentfeature.backend;

import java.util.List;
import java.util.function.ToLongFunction;
import org.latentfeature.backend.blocks.StreamedRows;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * A backend on a device that is smaller than the data: rows that take more bytes than a block stay
 * in the host's memory, and each step copies them to the device block by block.
 */
public final class StreamedBackend implements BackendOver {

  /** Bytes of a block that a device copies for longer than it takes to open steps on it. */
  private static final long MOST = 1L << 28;

  /** Blocks of which a fit may have something on the device at once. */
  private static final int SHARE = 4;

  private final Backend backend;
  private final long blockBytes;

  /** Rows in blocks of about {@code blockBytes} bytes; closing this closes {@code backend}. */
  public StreamedBackend(Backend backend, long blockBytes) {
    this.backend = backend;
    this.blockBytes = blockBytes;
  }

  /**
   * {@code backend} itself, if it holds the work, is no device, or holds not even small blocks;
   * otherwise the same in blocks that it holds, of up to 256 MiB.
   *
   * @param backend of a device
   * @param x the data
   * @param needed bytes of the work on some backend
   */
  public static Backend roomFor(Backend backend, Rows x, ToLongFunction<Backend> needed) {
    if (!(x instanceof Matrix) || backend.isShared()) {
      return backend;
    }
    long available = backend.bytesAvailable();
    if (needed.applyAsLong(backend) <= available) {
      return backend;
    }
    long least = (long) Long.SIZE * x.cols() * Float.BYTES;
    for (long bytes = Math.min(MOST, available / SHARE); bytes >= least; bytes /= 2) {
      StreamedBackend streamed = new StreamedBackend(backend, bytes);
      if (needed.applyAsLong(streamed) <= available) {
        return streamed;
      }
    }
    return backend;
  }

  /**
   * Rows of N×D data that are on the device at once: all, if they are a block.
   *
   * @param rows N
   * @param cols D
   */
  public int blockRows(int rows, int cols) {
    return FileRows.blockRows(rows, cols, blockBytes);
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return backend.bytesNeeded(blockRows(rows, cols), cols, opened);
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return blockRows(x.rows(), x.cols()) == x.rows()
        ? backend.load(x, first, stop)
        : streamed(x, first, stop);
  }

  @Override
  public ResidentRows loadBlock(Matrix x, long first, StopSignal stop) {
    return blockRows(x.rows(), x.cols()) == x.rows()
        ? backend.loadBlock(x, first, stop)
        : streamed(x, first, stop);
  }

  private ResidentRows streamed(Matrix x, long first, StopSignal stop) {
    return StreamedRows.of(
        x,
        first,
        blockRows(x.rows(), x.cols()),
        backend.algebra(),
        (block, number) -> backend.loadBlock(block.matrix(), number, stop));
  }

  @Override
  public String toString() {
    return backend + " in blocks of %,d bytes".formatted(blockBytes);
  }
}
