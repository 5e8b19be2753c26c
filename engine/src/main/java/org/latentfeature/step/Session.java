package org.latentfeature.step;

import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.StoppedException;

/**
 * The data of one fit, X (N×D), resident on a device, with what is computed from it. One owner, one
 * thread; all memory but that of passing results is allocated when the session opens, and freed by
 * {@link #close()}.
 *
 * <p>What a session can do is told by the capability interfaces it implements, by what it was
 * opened for ({@link SessionLimits}): {@link Factorisation}, {@link AtomSearch}, {@link Moments},
 * or {@link PathCoder}.
 *
 * <p>A call that the session's {@link StopSignal} cuts off throws a {@link StoppedException}. The
 * resident Z is then as it was, or between that and what the call would have made it; everything
 * else that the call computes is undefined until it is computed anew.
 */
public interface Session extends AutoCloseable {

  /** Number of rows of X, N. */
  int rows();

  /** Number of columns of X, D. */
  int cols();

  /** What was done so far; also of a session that is closed. */
  Counters counters();

  /** Frees the session's memory. Closing twice does nothing. */
  @Override
  void close();
}
