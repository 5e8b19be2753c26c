package org.latentfeature.openblas;

import java.util.concurrent.locks.StampedLock;
import org.bytedeco.openblas.global.openblas_full;

/**
 * OpenBLAS's number of threads, a setting of the whole process. Calls that want the same run at
 * once, from as many threads as there are; calls that want another wait for them. So a call gets
 * the bits of its own number of threads, whatever other threads do.
 */
final class LibraryThreads {

  /** Held for reading during calls, and for writing while the setting changes. */
  private static final StampedLock LOCK = new StampedLock();

  private static int present;

  private LibraryThreads() {}

  /**
   * Runs {@code call} while the library has {@code wanted} threads. Not to be called from within
   * another such call.
   */
  static void run(int wanted, Runnable call) {
    long stamp = LOCK.readLock();
    if (present != wanted) {
      LOCK.unlockRead(stamp);
      stamp = LOCK.writeLock();
      if (present != wanted) {
        openblas_full.openblas_set_num_threads(wanted);
        present = wanted;
      }
      stamp = LOCK.tryConvertToReadLock(stamp);
    }
    try {
      call.run();
    } finally {
      LOCK.unlockRead(stamp);
    }
  }

  /** How many there are of {@code wanted}: no more than the library was built for. */
  static int most(int wanted) {
    long stamp = LOCK.writeLock();
    try {
      openblas_full.openblas_set_num_threads(wanted);
      present = openblas_full.openblas_get_num_threads();
      return present;
    } finally {
      LOCK.unlockWrite(stamp);
    }
  }
}
