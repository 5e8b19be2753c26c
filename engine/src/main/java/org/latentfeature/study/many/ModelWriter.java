package org.latentfeature.study.many;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.AtomicFile;

/**
 * Writes models while the next ones are fitted: to wait until a file is on the disk takes about as
 * long as a small fit, and no processor. A few small files are on their way at once, no more:
 * {@link #PENDING} of at most {@link #LARGE} bytes, whatever the models. That they are in their
 * folder survives a crash of the system once a table is written beside them.
 */
final class ModelWriter implements AutoCloseable {

  /** A disk can take several files in one turn. */
  private static final int THREADS = 4;

  /** Bytes from which on a model is not held in memory a second time. */
  static final long LARGE = 1 << 20;

  static final int PENDING = 4 * THREADS;

  private final ExecutorService threads;
  private final Semaphore places = new Semaphore(PENDING);
  private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();

  ModelWriter() {
    this(Executors.newFixedThreadPool(THREADS, work -> new Thread(work, "model writer")));
  }

  /** Writes on these threads, and shuts them down at the end. */
  ModelWriter(ExecutorService threads) {
    this.threads = threads;
  }

  /** Bytes of a model in memory, and of its file there before {@link #write} returns. */
  static long bytesHeld(int rows, int cols, int k) {
    long z = ((long) rows * k + 7) / 8;
    long w = Math.multiplyExact((long) Double.BYTES * k, cols);
    long file = bytes(rows, cols, k);
    // A growing array of bytes is held twice while it is copied.
    return Math.addExact(Math.addExact(z, w), file > LARGE ? 0 : 2 * file);
  }

  /** Codes of the rows, if they are kept, and W before compression. */
  private static long bytes(int rows, int cols, int k) {
    return Math.addExact(
        Math.multiplyExact((long) rows, k), Math.multiplyExact((long) Double.BYTES * k, cols));
  }

  /** Told on a writing thread, or on the caller's of a large model. */
  interface Written {
    /** Null if the file is there, whole. */
    void because(@Nullable RuntimeException failure);
  }

  /**
   * Writes {@code model} to {@code file} soon, a large one at once, and tells {@code written} how
   * that went. What of it needs the processor is done on the calling thread.
   */
  void write(Path file, Model model, Written written) {
    if (bytes(model.manifest().rows(), model.w().cols(), model.w().rows()) > LARGE) {
      written.because(failure(() -> ModelFile.save(model, file)));
      return;
    }
    byte[] bytes = ModelFile.bytes(model);
    places.acquireUninterruptibly();
    try {
      threads.execute(() -> write(file, bytes, written));
    } catch (RuntimeException | Error e) {
      places.release(); // No thread will, and who closes waits for all places.
      throw e;
    }
  }

  private void write(Path file, byte[] bytes, Written written) {
    try {
      written.because(failure(() -> AtomicFile.writeOneOfMany(file, out -> out.write(bytes))));
    } catch (RuntimeException | Error e) {
      fault.compareAndSet(null, e); // What goes wrong while telling is no fault of the file.
    } finally {
      places.release();
    }
  }

  private static @Nullable RuntimeException failure(Runnable writing) {
    try {
      writing.run();
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  /** Waits for all that is on its way. */
  @Override
  public void close() {
    places.acquireUninterruptibly(PENDING);
    threads.shutdown();
    Throwable first = fault.get();
    if (first instanceof Error e) {
      throw e;
    }
    if (first instanceof RuntimeException e) {
      throw e;
    }
  }
}
