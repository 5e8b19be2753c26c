package org.latentfeature.step;

/**
 * Memory on a device that belongs to rows loaded there: that of a step, or codes. It is owned by
 * the thread of its rows, allocates all its memory when it is opened, except for returned results,
 * and frees it when it is closed.
 *
 * <p>A call interrupted by the {@link org.latentfeature.base.progress.StopSignal} of its opening
 * throws a {@link org.latentfeature.base.progress.StoppedException}. Codes that it changes may then
 * be unchanged or partly changed; all other results of the call are undefined until they are
 * computed again.
 */
public interface Resident extends AutoCloseable {

  /** Frees the memory. Closing twice does nothing. */
  @Override
  void close();
}
