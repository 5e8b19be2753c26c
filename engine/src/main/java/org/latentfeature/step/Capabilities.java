package org.latentfeature.step;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.base.progress.StopSignal;

/**
 * A backend's table of the steps and codes that it can open: a line for each kind of {@link
 * Limits}.
 *
 * @param <X> the backend's rows
 */
public final class Capabilities<X> {

  /** Opens a step or codes of one kind. */
  @FunctionalInterface
  public interface Opening<X, L, R> {
    /**
     * Opens it on {@code rows}.
     *
     * @param limits maximum sizes
     */
    R open(X rows, L limits, StopSignal stop);
  }

  /** Computes the memory of a step before it is opened. */
  @FunctionalInterface
  public interface Need<L> {
    /**
     * Bytes besides N×D rows.
     *
     * @param limits maximum sizes
     */
    long bytes(int rows, int cols, L limits);
  }

  /** A line of the table, whose types belong together. */
  private record Line<X, L extends Limits<R>, R extends Resident>(
      Class<L> limits, Need<L> need, Opening<X, L, R> opening) {

    long bytes(int rows, int cols, Limits<?> some) {
      return need.bytes(rows, cols, limits.cast(some));
    }

    R open(X rows, Limits<?> some, StopSignal stop) {
      return opening.open(rows, limits.cast(some), stop);
    }
  }

  private final Map<Class<?>, Line<X, ?, ?>> lines = new LinkedHashMap<>();

  /**
   * Adds a line.
   *
   * @param limits their class
   * @param need computes its memory
   * @param opening opens it
   */
  public <L extends Limits<R>, R extends Resident> Capabilities<X> with(
      Class<L> limits, Need<L> need, Opening<X, L, R> opening) {
    lines.put(limits, new Line<>(limits, need, opening));
    return this;
  }

  /** Returns whether the table has a line for {@code limits}. */
  public boolean offers(Limits<?> limits) {
    return lines.containsKey(limits.getClass());
  }

  /** Bytes of all of {@code opened} together, besides N×D rows. */
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return opened.stream().mapToLong(some -> line(some).bytes(rows, cols, some)).sum();
  }

  /** Opens what {@code limits} ask for on {@code rows}. */
  // A line opens just what its limits name: both came in by one call of with.
  @SuppressWarnings("unchecked")
  public <R extends Resident> R open(X rows, Limits<R> limits, StopSignal stop) {
    return (R) line(limits).open(rows, limits, stop);
  }

  private Line<X, ?, ?> line(Limits<?> limits) {
    Line<X, ?, ?> line = lines.get(limits.getClass());
    if (line == null) {
      throw new UnsupportedOperationException("this backend does not support " + limits);
    }
    return line;
  }
}
