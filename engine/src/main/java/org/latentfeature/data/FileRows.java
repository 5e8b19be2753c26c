package org.latentfeature.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  /** Bytes of a sparse row besides its entries: its codes, and its products with directions. */
  private static final int BYTES_OF_ROW = 128;

  private final BlockReader reader;
  private final @Nullable SparseBlockReader sparse;
  private final WorkListener listener;
  private final int blockRows;
  private final @Nullable Matrix[] buffers = new @Nullable Matrix[2];
  private long passes;
  private long rowsRead;
  private long summed;
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
    sparse = reader instanceof SparseBlockReader some ? some : null;
    blockRows =
        sparse == null
            ? blockRows(reader.rows(), reader.cols(), blockBytes)
            : blockRows(sparse, blockBytes);
  }

  /** Rows of which no block takes more, but for blocks of the fewest rows. */
  private static int blockRows(SparseBlockReader reader, long blockBytes) {
    int n = reader.rows();
    int size = (int) Math.min(n, Math.max(1, blockBytes / BYTES_OF_ROW / Long.SIZE) * Long.SIZE);
    while (size > Long.SIZE && largest(reader, size) > blockBytes) {
      size = Math.max(1, size / 2 / Long.SIZE) * Long.SIZE;
    }
    return size;
  }

  /** Bytes of the largest block of {@code size} rows. */
  private static long largest(SparseBlockReader reader, int size) {
    long most = 0;
    long bytes = 0;
    for (int i = 0; i < reader.rows(); i++) {
      bytes = i % size == 0 ? 0 : bytes;
      bytes += BYTES_OF_ROW + SparseRows.bytes(0, reader.entries(i));
      most = Math.max(most, bytes);
    }
    return most;
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

  @Override
  public boolean isSparse() {
    return sparse != null;
  }

  /** Rows of a block; the last one may have fewer. */
  public int blockRows() {
    return blockRows;
  }

  /** Bytes of the blocks that a pass has in memory at once: one, and the next. */
  public long bytesAtOnce() {
    int blocks = blockRows < rows() ? 2 : 1;
    if (sparse == null) {
      return blocks * (long) blockRows * cols() * Float.BYTES;
    }
    long most = 0;
    long entries = 0;
    for (int i = 0; i < rows(); i++) {
      entries = (i % blockRows == 0 ? 0 : entries) + sparse.entries(i);
      most = Math.max(most, entries);
    }
    return blocks * SparseRows.bytes(blockRows, most);
  }

  /** Bytes that a pass reads. */
  public long bytesOfPass() {
    return reader.bytesOf(rows());
  }

  /** Number of entries of sparse rows that were added to another one of their row and column. */
  public long summed() {
    facts();
    return summed;
  }

  /** Number of walks over all rows so far. */
  public long passes() {
    return passes;
  }

  /** Bytes read so far, samples of rows included. */
  public long bytesRead() {
    return reader.bytesOf(rowsRead);
  }

  /** A new pass, the only one at its time; close it after use. */
  public Pass pass() {
    passes++;
    reader.requireUnchanged(passes);
    if (sparse == null) {
      buffer(0);
      buffer(1);
    }
    return new Pass(this, reader.name());
  }

  /** Reads rows, dense ones into one of two buffers. */
  Rows read(int from, int count, int number) {
    if (sparse != null) {
      return sparse.read(from, count);
    }
    Matrix into = buffer(number);
    reader.read(from, count, into);
    return block(into, count);
  }

  /** Some more rows of the present pass, of which so many are done. */
  void count(int some, int done) {
    rowsRead += some;
    listener.onWork(
        "pass %d over %s".formatted(passes, reader.name()), reader.bytesOf(done), bytesOfPass());
  }

  /** One pass over dense rows. */
  @Override
  public void forEach(StopSignal stop, Visitor visitor) {
    if (sparse != null) {
      matrix();
    }
    forEachBlock(stop, (from, block) -> visitor.visit(from, block.matrix()));
  }

  /** One pass; the next block is read while {@code visitor} works. */
  @Override
  public void forEachBlock(StopSignal stop, BlockVisitor visitor) {
    try (Pass pass = pass()) {
      for (int from = 0; from < rows(); from += blockRows) {
        stop.check();
        visitor.visit(from, pass.next());
      }
    }
  }

  /** Reads one block alone; it is valid until another is read. */
  public Rows block(int number) {
    int from = number * blockRows;
    int count = Math.min(blockRows, rows() - from);
    Rows block = read(from, count, 0);
    rowsRead += count;
    return block;
  }

  /** The first {@code count} rows of {@code buffer}; what is known of the file is known of them. */
  private Matrix block(Matrix buffer, int count) {
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
    if (sparse != null) {
      return readAll(sparse);
    }
    FactsReader counted = new FactsReader(rows(), cols());
    HashReader digested = new HashReader(rows(), cols());
    forEach(StopSignal.NEVER, (from, block) -> EntryReading.of(block, counted, digested));
    DataFacts found = counted.facts();
    facts = found;
    hash = digested.hex();
    return found;
  }

  /**
   * The fingerprint begins with where rows end, which the file only says if no entry of it is zero
   * or comes twice; otherwise another pass follows.
   */
  private DataFacts readAll(SparseBlockReader from) {
    SparseFacts counted = new SparseFacts(rows(), cols());
    int[] entries = new int[rows()];
    SparseHash digested = new SparseHash(rows(), cols(), from::entries);
    boolean[] isOther = new boolean[1];
    long[] added = new long[1];
    forEachBlock(
        StopSignal.NEVER,
        (first, block) -> {
          SparseRows some = (SparseRows) block;
          counted.take(first, some);
          digested.take(some);
          added[0] += some.summed();
          for (int i = 0; i < some.rows(); i++) {
            entries[first + i] = some.entries(i);
            isOther[0] |= some.entries(i) != from.entries(first + i);
          }
        });
    DataFacts found = counted.facts();
    facts = found;
    summed = added[0];
    hash = isOther[0] ? hash(entries) : digested.hex();
    return found;
  }

  private String hash(int[] entries) {
    SparseHash digested = new SparseHash(rows(), cols(), i -> entries[i]);
    forEachBlock(StopSignal.NEVER, (first, block) -> digested.take((SparseRows) block));
    return digested.hex();
  }

  /** Reads the rows, each once, in the order of the file; consecutive ones at once. */
  @Override
  public Rows selectRows(int[] kept) {
    Integer[] order = new Integer[kept.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Integer.compare(kept[a], kept[b]));
    return sparse == null ? selectDense(kept, order) : selectSparse(kept, order, sparse);
  }

  private SparseRows selectSparse(int[] kept, Integer[] order, SparseBlockReader from) {
    List<SparseRows> runs = new ArrayList<>();
    int[] place = new int[kept.length];
    int first = 0;
    int read = 0;
    int before = 0;
    for (int at = 0; at < order.length; at++) {
      int wanted = kept[order[at]];
      if (wanted >= first + read) {
        before += read;
        first = wanted;
        read = consecutive(kept, order, at, MOST_AT_ONCE);
        runs.add(from.read(first, read));
        rowsRead += read;
      }
      place[order[at]] = before + wanted - first;
    }
    return SparseRows.concatenated(runs, cols()).selectRows(place);
  }

  private Matrix selectDense(int[] kept, Integer[] order) {
    Matrix out = Matrix.allocate(kept.length, cols());
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
    if (sparse != null) {
      throw new DataException(
          "%s is sparse and read block by block, but this needs it dense and in memory, %,d × %,d, %,d bytes: %s, and %s"
              .formatted(
                  reader.name(),
                  rows(),
                  cols(),
                  size() * Float.BYTES,
                  Phrase.DENSE,
                  Phrase.MEMORY));
    }
    throw new DataException(
        "%s is read block by block (%,d × %,d, %,d bytes in memory), but this needs it in memory: %s, or use a sample of the rows"
            .formatted(reader.name(), rows(), cols(), size() * Float.BYTES, Phrase.MEMORY));
  }

  @Override
  public String toString() {
    return "%,d × %,d%s in %s"
        .formatted(rows(), cols(), isSparse() ? ", sparse," : "", reader.name());
  }

  @Override
  public void close() {
    reader.close();
  }
}
