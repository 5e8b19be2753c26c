package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bytedeco.openblas.global.openblas_full;
import org.junit.jupiter.api.Test;

final class LibraryThreadsTest {

  /** However calls of other threads that want another number fall in between. */
  @Test
  void everyCallHasTheThreadsThatItWants() throws InterruptedException {
    assertTrue(new OpenBlasProvider().probe().isAvailable()); // loads the library
    AtomicInteger wrong = new AtomicInteger();
    Thread[] callers =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    new Thread(
                        () -> {
                          for (int call = 0; call < 2000; call++) {
                            int wanted = 1 + (i + call) % 2;
                            LibraryThreads.run(
                                wanted,
                                () -> {
                                  Thread.onSpinWait();
                                  if (openblas_full.openblas_get_num_threads() != wanted) {
                                    wrong.incrementAndGet();
                                  }
                                });
                          }
                        }))
            .toArray(Thread[]::new);
    for (Thread caller : callers) {
      caller.start();
    }
    for (Thread caller : callers) {
      caller.join();
    }
    assertEquals(0, wrong.get());
  }
}
