package org.latentfeature.data;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;

/**
 * Rows that stay in their file, and are read block by block each time that they are needed: for
 * data larger than memory. A walk over all rows is a pass; each begins by checking that the file is
 * still the one that was opened. Owns its reader; use it from one thread.
 */
public final class FileRows implements Rows, AutoCloseable {

  /** Large enough for a disk, small enough that a block and what is made of it stay in cache. */
  private static final long BLOCK_BYTES = 1L << 24;

  /** Consecutive rows that are read at once where single rows are asked for. */
  private static final int MOST_AT_ONCE = 256;

  private final BlockReader reader;
  private final WorkListener listener;
  private final int blockRows;
  private final @Nullable Matrix[] buffers = new @Nullable Matrix[2];
  private long passes;
  private long rowsRead;
  private @Nullable DataFacts facts;
  private @Nullable String hash;

  /**
   * The rows of {@code reader}, which is closed with this.
   *
   * @param listener receives the number of bytes read in a pass
   */
  public FileRows(BlockReader reader, WorkListener listener) {
    this(reader, BLOCK_BYTES, listener);
  }

  /**
   * Opens the rows of {@code reader}, which is closed with this object, in blocks of about {@code
   * blockBytes} in memory and at least 64 rows.
   */
  public FileRows(BlockReader reader, long blockBytes, WorkListener listener) {
    this.reader = reader;
    this.listener = listener;
    blockRows = blockRows(reader.rows(), reader.cols(), blockBytes);
  }

  /**
   * Rows of a block of about {@code blockBytes} in memory.
   *
   * @param rows N
   * @param cols D
   * @param blockBytes of a block
   */
  public static int blockRows(int rows, int cols, long blockBytes) {
    long most = blockBytes / Float.BYTES / cols / Long.SIZE * Long.SIZE;
    return (int) Math.min(rows, Math.max(Long.SIZE, most));
  }

  @Override
  public int rows() {
    return reader.rows();
  }

  @Override
  public int cols() {
    return reader.cols();
  }

  @Override
  public boolean isInMemory() {
    return false;
  }

  /** Rows of a block; the last one may have fewer. */
  public int blockRows() {
    return blockRows;
  }

  /** Bytes that a pass reads. */
  public long bytesOfPass() {
    return rows() * reader.bytesOfRow();
  }

  /** Number of walks over all rows so far. */
  public long passes() {
    return passes;
  }

  /** Bytes read so far, samples of rows included. */
  public long bytesRead() {
    return rowsRead * reader.bytesOfRow();
  }

  /** A new pass, the only one at its time; close it after use. */
  public Pass pass() {
    passes++;
    reader.requireUnchanged(passes);
    return new Pass(this, reader, buffer(0), buffer(1));
  }

  /** Some more rows of the present pass, of which so many are done. */
  void count(int some, int done) {
    rowsRead += some;
    listener.onWork(
        "pass %d over %s".formatted(passes, reader.name()),
        done * reader.bytesOfRow(),
        bytesOfPass());
  }

  /** One pass; the next block is read while {@code visitor} works. */
  @Override
  public void forEach(StopSignal stop, Visitor visitor) {
    try (Pass pass = pass()) {
      for (int from = 0; from < rows(); from += blockRows) {
        stop.check();
        visitor.visit(from, pass.next());
      }
    }
  }

  /** Reads one block alone; it is valid until another is read. */
  public Matrix block(int number) {
    int from = number * blockRows;
    int count = Math.min(blockRows, rows() - from);
    Matrix into = buffer(0);
    reader.read(from, count, into);
    rowsRead += count;
    return block(into, count);
  }

  /** The first {@code count} rows of {@code buffer}; what is known of the file is known of them. */
  Matrix block(Matrix buffer, int count) {
    Matrix block = buffer.view(0, count);
    DataFacts known = facts;
    return known != null && known.missing() == 0 ? block.complete() : block;
  }

  private Matrix buffer(int number) {
    Matrix present = buffers[number];
    if (present == null) {
      present = Matrix.allocate(blockRows, cols());
      buffers[number] = present;
    }
    return present;
  }

  @Override
  public DataFacts facts() {
    DataFacts known = facts;
    return known == null ? readAll() : known;
  }

  @Override
  public String hash() {
    String known = hash;
    if (known == null) {
      readAll();
      known = Objects.requireNonNull(hash);
    }
    return known;
  }

  /** Both in one pass: reading costs more than either. */
  private DataFacts readAll() {
    FactsReader counted = new FactsReader(rows(), cols());
    HashReader digested = new HashReader(rows(), cols());
    forEach(StopSignal.NEVER, (from, block) -> EntryReading.of(block, counted, digested));
    DataFacts found = counted.facts();
    facts = found;
    hash = digested.hex();
    return found;
  }

  /** Reads the rows, each once, in the order of the file; consecutive ones at once. */
  @Override
  public Matrix selectRows(int[] kept) {
    Matrix out = Matrix.allocate(kept.length, cols());
    Integer[] order = new Integer[kept.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Integer.compare(kept[a], kept[b]));
    Matrix run = Matrix.allocate(Math.min(MOST_AT_ONCE, kept.length), cols());
    float[] row = new float[cols()];
    int first = 0;
    int read = 0;
    for (int at = 0; at < order.length; at++) {
      int wanted = kept[order[at]];
      if (wanted >= first + read) {
        first = wanted;
        read = consecutive(kept, order, at, run.rows());
        reader.read(first, read, run);
        rowsRead += read;
      }
      run.getRow(wanted - first, row);
      out.setRow(order[at], row);
    }
    return out;
  }

  /** How many rows from number {@code kept[order[at]]} on are asked for without a gap. */
  private static int consecutive(int[] kept, Integer[] order, int at, int most) {
    int first = kept[order[at]];
    int count = 1;
    for (int next = at + 1; next < order.length && count < most; next++) {
      int wanted = kept[order[next]];
      if (wanted > first + count) {
        break;
      }
      count = wanted - first + 1;
    }
    return count;
  }

  @Override
  public Matrix matrix() {
    throw new DataException(
        "%s is read block by block (%,d × %,d, %,d bytes in memory), but this needs it in memory: %s, or use a sample of the rows"
            .formatted(reader.name(), rows(), cols(), size() * Float.BYTES, Phrase.MEMORY));
  }

  @Override
  public String toString() {
    return "%,d × %,d in %s".formatted(rows(), cols(), reader.name());
  }

  @Override
  public void close() {
    reader.close();
  }
}
