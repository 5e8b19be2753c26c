package org.latentfeature.data;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.WorkListener;

/**
 * Rows that stay in their file, and are read block by block each time that they are needed: for
 * data larger than memory. A walk over all rows is a pass; each begins by checking that the file is
 * still the one that was opened. Owns its reader; use it from one thread.
 */
public final class FileRows implements Rows, AutoCloseable {

  /** Large enough for a disk, small enough that a block and what is made of it stay in cache. */
  private static final long BLOCK_BYTES = 1L << 24;

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

  /** The same in blocks of about {@code blockBytes} in memory, of 64 rows at least. */
  public FileRows(BlockReader reader, long blockBytes, WorkListener listener) {
    this.reader = reader;
    this.listener = listener;
    long most = blockBytes / Float.BYTES / reader.cols() / Long.SIZE * Long.SIZE;
    blockRows = (int) Math.min(reader.rows(), Math.max(Long.SIZE, most));
  }

  @Override
  public int rows() {
    return reader.rows();
  }

  @Override
  public int cols() {
    return reader.cols();
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

  /** Takes one block of a pass. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes the rows from number {@code from} on.
     *
     * @param block valid during the call
     */
    void visit(int from, Matrix block);
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

  /**
   * Passes all blocks to {@code visitor}, in order: one pass. The next block is read meanwhile.
   *
   * @param stop checked before each block
   */
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
    return into.view(0, count);
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

  /** Reads the rows, each once, in the order of the file. */
  @Override
  public Matrix selectRows(int[] kept) {
    Matrix out = Matrix.allocate(kept.length, cols());
    Integer[] order = new Integer[kept.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Integer.compare(kept[a], kept[b]));
    Matrix one = Matrix.allocate(1, cols());
    float[] row = new float[cols()];
    int last = -1;
    for (int place : order) {
      if (kept[place] != last) {
        last = kept[place];
        reader.read(last, 1, one);
        one.getRow(0, row);
        rowsRead++;
      }
      out.setRow(place, row);
    }
    return out;
  }

  @Override
  public Matrix matrix() {
    throw new DataException(
        "%s is read block by block (%,d × %,d, %,d bytes in memory), but this needs it in memory: raise --memory, or use a sample of the rows"
            .formatted(reader.name(), rows(), cols(), size() * Float.BYTES));
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
