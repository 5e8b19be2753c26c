package org.latentfeature.backend;

import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.base.linalg.Algebra;

/**
 * Provides one kind of backend, found by {@link java.util.ServiceLoader}. A provider always loads,
 * even if its backend cannot run: {@link #probe()} returns the reasons.
 */
public interface BackendProvider {

  /** The name that selects this backend, for example {@code openblas}. */
  String name();

  /** {@code auto} tries higher preferences first. */
  int preference();

  /**
   * Checks whether this backend can run here, and lists every reason if it cannot. Never throws for
   * an expected absence (no library, no device, no driver); the result is computed once and cached.
   */
  Probe probe();

  /** Returns whether this backend supports the rounding that {@code precision} allows. */
  default boolean offers(Precision precision) {
    return precision == Precision.SINGLE;
  }

  /**
   * Opens the backend.
   *
   * @param resources a device that {@link #probe()} listed, and a precision that it {@link
   *     #offers}; {@link Backends} checks both
   * @throws BackendException if {@link #probe()} is not available, or the device is not usable
   *     after all; {@code auto} then tries the next backend
   */
  Backend open(Resources resources);

  /**
   * Rough seconds that {@code work} takes, from the opening of this backend on, by the same measure
   * for every backend; NaN if that is not known, or {@code auto} shall not take this one for it.
   */
  default double seconds(Workload work, Resources resources) {
    return Double.NaN;
  }

  /**
   * K×K algebra on the host by this backend's library, for use by any backend; called only if
   * {@link #probe()} is available.
   *
   * @param threads CPU threads, 0 for the backend's own choice
   */
  default Algebra algebra(int threads) {
    return Algebra.JAVA;
  }
}
