package org.latentfeature.backend;

import org.latentfeature.linalg.Algebra;

/**
 * A kind of machine that may run steps, found by {@link java.util.ServiceLoader}. A provider always
 * loads, also where its backend cannot run: {@link #probe()} says why.
 */
public interface BackendProvider {

  /** The name by which a user forces it, for example {@code openblas}. */
  String name();

  /** Higher is tried first by {@code auto}. */
  int preference();

  /**
   * Whether this backend can run here, or every reason why not. Never throws for an expected
   * absence (no library, no device, no driver); the answer is found once and kept.
   */
  Probe probe();

  /** Whether it can honour {@link Resources#tensorFloat32()}. */
  default boolean offersTensorFloat32() {
    return false;
  }

  /**
   * Opens the backend.
   *
   * @param resources a device that {@link #probe()} listed, and TensorFloat-32 only where {@link
   *     #offersTensorFloat32()}; {@link Backends} checks both
   * @throws BackendException if {@link #probe()} is not available, or the device turns out not to
   *     be usable; {@code auto} then goes on to the next backend
   */
  Backend open(Resources resources);

  /**
   * K×K algebra on the host by this backend's library, for the use of any backend; asked only if
   * {@link #probe()} is available.
   *
   * @param threads CPU threads, 0 for the backend's own choice
   */
  default Algebra algebra(int threads) {
    return Algebra.JAVA;
  }
}
