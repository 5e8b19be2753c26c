package org.latentfeature.backend;

/** Rows and steps do not fit the memory of their device; said before any work starts. */
public final class OutOfBackendMemoryException extends BackendException {

  private static final long serialVersionUID = 1L;

  /**
   * With what is needed and what there is.
   *
   * @param available bytes that there are
   */
  public OutOfBackendMemoryException(String what, long needed, long available) {
    super(
        "not enough memory for %s: %,d MiB needed, %,d MiB available"
            .formatted(what, (needed >> 20) + 1, available >> 20));
  }
}
