package org.latentfeature.step;

/**
 * Memory on a device beside rows that are loaded there: what a step works in, or codes. It belongs
 * to the thread that its rows belong to, holds all its memory from the start, but for passing
 * results, and frees it when it is closed.
 *
 * <p>A call that is cut off by the {@link org.latentfeature.progress.StopSignal} for which it was
 * opened throws a {@link org.latentfeature.progress.StoppedException}. Codes that it would have
 * changed are then as they were, or between that and what they would have become; everything else
 * that the call computes is undefined until it is computed anew.
 */
public interface Resident extends AutoCloseable {

  /** Frees the memory. Closing twice does nothing. */
  @Override
  void close();
}
