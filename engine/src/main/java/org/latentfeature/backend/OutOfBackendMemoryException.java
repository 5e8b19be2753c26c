package org.latentfeature.backend;

/** Rows and steps do not fit the memory of their device; thrown before any work starts. */
public final class OutOfBackendMemoryException extends BackendException {

  private static final long serialVersionUID = 1L;

  /**
   * An exception with the numbers of bytes needed and available.
   *
   * @param what name of the work that needs the memory
   * @param needed bytes needed
   * @param available bytes available
   */
  public OutOfBackendMemoryException(String what, long needed, long available) {
    super(
        "not enough memory for %s: %,d MiB needed, %,d MiB available; a smaller K or fewer rows need less"
            .formatted(what, (needed >> 20) + 1, available >> 20));
  }
}
