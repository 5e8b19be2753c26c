package org.latentfeature.study.many;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.Phrase;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;

/**
 * The data of all fits, each read once while fits need it, within the budget. Who asks for memory
 * waits for it behind those who asked before; no one waits while holding some, so that the last one
 * to wait always gets it. Thread-safe.
 */
final class DataPool {

  private final ReadOptions reading;
  private final MemoryBudget budget;
  private final Map<Path, Entry> entries = new HashMap<>();
  private long hostUsed;
  private long cardUsed;
  private long nextTicket;
  private long served;

  /** Bytes dropped since the collector was last asked to free what nothing refers to. */
  private long dropped;

  /** One file. */
  private static final class Entry {
    final Path file;

    /** Problems that are not over yet. */
    int needed;

    /** Leases. */
    int users;

    @Nullable MatrixShape shape;

    /** True if the bytes of the entry count as used. */
    boolean charged;

    @Nullable FutureTask<Loaded> loading;

    Entry(Path file) {
      this.file = file;
    }
  }

  /**
   * A matrix in memory, and what models say of it.
   *
   * @param dataset as read; unchanged by all
   * @param fitted of the data as they are
   */
  record Loaded(Dataset dataset, FittedData fitted) {}

  DataPool(List<Problem> problems, ReadOptions reading, MemoryBudget budget) {
    this.reading = reading;
    this.budget = budget;
    for (Problem problem : problems) {
      entries.computeIfAbsent(key(problem), key -> new Entry(problem.data())).needed++;
    }
  }

  MemoryBudget budget() {
    return budget;
  }

  /** The size of the problem's data, found without holding them. */
  MatrixShape shape(Problem problem) throws IOException {
    Entry entry = entry(problem);
    synchronized (this) {
      if (entry.shape != null) {
        return entry.shape;
      }
    }
    MatrixShape shape = MatrixReader.shape(problem.data(), reading);
    synchronized (this) {
      entry.shape = shape;
    }
    return shape;
  }

  /** The use of the data, and of the memory that was asked for beside them, until closed. */
  final class Lease implements AutoCloseable {

    private final Entry entry;
    private final MemoryBudget beside;
    private final Loaded data;

    private Lease(Entry entry, MemoryBudget beside) throws IOException {
      this.entry = entry;
      this.beside = beside;
      try {
        data = load(entry);
      } catch (IOException | RuntimeException | Error e) {
        close();
        throw e;
      }
    }

    Loaded data() {
      return data;
    }

    @Override
    public void close() {
      release(entry, beside);
    }
  }

  /**
   * Waits for room for the problem's data, unless they are there, and for {@code beside}.
   *
   * @throws DataException if there will never be, or the data cannot be read
   */
  Lease lease(Problem problem, MemoryBudget beside) throws IOException {
    long bytes = shape(problem).bytes();
    if (bytes + beside.host() > budget.host()) {
      throw tooLarge(bytes + beside.host(), budget.host(), Phrase.LARGER_MEMORY.toString());
    }
    if (beside.card() > budget.card()) {
      throw tooLarge(beside.card(), budget.card(), "a GPU with more memory");
    }
    Entry entry = entry(problem);
    claim(entry, bytes, beside);
    return new Lease(entry, beside);
  }

  private static DataException tooLarge(long needed, long granted, String wayOut) {
    return new DataException(
        "not enough memory: this fit needs %,d MiB, but all fits together may use %,d MiB; use %s"
            .formatted((needed >> 20) + 1, granted >> 20, wayOut));
  }

  private synchronized void claim(Entry entry, long bytes, MemoryBudget beside) {
    long ticket = nextTicket++;
    boolean interrupted = false;
    while (ticket != served || !makeRoom(entry, bytes, beside)) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true; // Leaving the queue would stop those behind; the fit soon sees it.
      }
    }
    served++;
    hostUsed += beside.host() + (entry.charged ? 0 : bytes);
    cardUsed += beside.card();
    entry.charged = true;
    entry.users++;
    if (entry.loading == null) {
      entry.loading = new FutureTask<>(() -> read(entry.file));
    }
    notifyAll();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Makes room for {@code entry}, if need be by dropping data without users, and returns whether
   * there is enough.
   */
  private boolean makeRoom(Entry entry, long bytes, MemoryBudget beside) {
    if (cardUsed + beside.card() > budget.card()) {
      return false;
    }
    for (Entry other : entries.values()) {
      if (isRoom(entry, bytes, beside)) {
        return true;
      }
      if (other != entry && other.users == 0) {
        drop(other);
      }
    }
    return isRoom(entry, bytes, beside);
  }

  private boolean isRoom(Entry entry, long bytes, MemoryBudget beside) {
    return hostUsed + beside.host() + (entry.charged ? 0 : bytes) <= budget.host();
  }

  private Loaded read(Path file) throws IOException {
    Dataset dataset = MatrixReader.read(file, reading);
    return new Loaded(dataset, FittedData.of(dataset, reading));
  }

  private Loaded load(Entry entry) throws IOException {
    FutureTask<Loaded> loading;
    synchronized (this) {
      loading = entry.loading;
    }
    if (loading == null) {
      throw new IllegalStateException("data in use were dropped");
    }
    loading.run(); // At once over for all but the first.
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return loading.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw (RuntimeException) e.getCause();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void release(Entry entry, MemoryBudget beside) {
    hostUsed -= beside.host();
    cardUsed -= beside.card();
    entry.users--;
    dropIfOver(entry);
    notifyAll();
  }

  /** The problem is over, however it went. */
  synchronized void finished(Problem problem) {
    Entry entry = entry(problem);
    entry.needed--;
    dropIfOver(entry);
    notifyAll();
  }

  private void dropIfOver(Entry entry) {
    if (entry.needed == 0 && entry.users == 0) {
      drop(entry);
    }
  }

  private void drop(Entry entry) {
    if (entry.charged && entry.shape != null) {
      entry.charged = false;
      entry.loading = null;
      hostUsed -= entry.shape.bytes();
      dropped += entry.shape.bytes();
    }
    if (dropped > budget.host() / 8) {
      // Matrices lie outside the heap, whose collector does not see how much hangs on them.
      dropped = 0;
      System.gc();
    }
  }

  private Entry entry(Problem problem) {
    Entry entry = entries.get(key(problem));
    if (entry == null) {
      throw new IllegalArgumentException(problem.name() + " is not a problem of this run");
    }
    return entry;
  }

  private static Path key(Problem problem) {
    return problem.data().toAbsolutePath().normalize();
  }
}
