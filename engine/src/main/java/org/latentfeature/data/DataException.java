package org.latentfeature.data;

/**
 * Input that cannot be used, or an output that cannot be written. The message names the thing, the
 * value and the way out, the arguments of a caller by their {@linkplain Phrase phrases}; otherwise
 * show it to the user unchanged.
 */
public class DataException extends RuntimeException {

  /** An exception with this message. */
  public DataException(String message) {
    super(message);
  }

  /**
   * An exception with this message and cause.
   *
   * @param cause what failed
   */
  public DataException(String message, Throwable cause) {
    super(message, cause);
  }
}
