package org.latentfeature.many;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.AtomicFile;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelFile;

/**
 * Writes models while the next ones are fitted: to wait until a file is on the disk takes about as
 * long as a small fit, and no processor. A few files are on their way at once, no more.
 */
final class ModelWriter implements AutoCloseable {

  /** A disk can take several files in one turn. */
  private static final int THREADS = 4;

  /** Entries of Z from which on a model is not held in memory a second time. */
  private static final long LARGE = 1 << 24;

  private static final int PENDING = 4 * THREADS;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, work -> new Thread(work, "model writer"));
  private final Semaphore places = new Semaphore(PENDING);
  private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();

  /** Told on a writing thread. */
  interface Written {
    /** Null if the file is there, whole. */
    void because(@Nullable RuntimeException failure);
  }

  /**
   * Writes {@code model} to {@code file} soon, a large one at once, and tells {@code written} how
   * that went. What of it needs the processor is done on the calling thread.
   */
  void write(Path file, Model model, Written written) {
    if ((long) model.z().rows() * model.z().cols() > LARGE) {
      written.because(failure(() -> ModelFile.save(model, file)));
      return;
    }
    byte[] bytes = ModelFile.bytes(model);
    places.acquireUninterruptibly();
    threads.execute(
        () -> {
          try {
            written.because(failure(() -> AtomicFile.write(file, out -> out.write(bytes))));
          } catch (RuntimeException | Error e) {
            fault.compareAndSet(null, e); // What goes wrong while telling is no fault of the file.
          } finally {
            places.release();
          }
        });
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
