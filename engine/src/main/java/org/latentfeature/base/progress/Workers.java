package org.latentfeature.base.progress;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Work shared by threads of this process. */
public final class Workers {

  private Workers() {}

  /** Does one piece of shared work. */
  @FunctionalInterface
  public interface Piece {
    /** Does piece {@code piece}; no two at once have the same {@code worker}, 0 … threads − 1. */
    void run(int worker, int piece);
  }

  /** Makes one of the parts of a whole. */
  @FunctionalInterface
  public interface Part<T> {
    /** From {@code from} (with) to {@code to} (without). */
    T of(int from, int to);
  }

  /**
   * Runs pieces 0 … {@code count} − 1, each on the first of {@code threads} threads that is free,
   * and returns when all are done; or throws once {@code stop} is set, when no piece runs any more.
   *
   * @throws StoppedException if {@code stop} is set at the end
   */
  public static void share(int threads, int count, StopSignal stop, Piece piece) {
    int workers = Math.min(threads, count);
    AtomicInteger next = new AtomicInteger();
    IntConsumer work =
        worker -> {
          for (int i = next.getAndIncrement();
              i < count && !stop.isSet();
              i = next.getAndIncrement()) {
            boolean done = false;
            try {
              piece.run(worker, i);
              done = true;
            } finally {
              if (!done) {
                // The others take no more either.
                next.set(count);
              }
            }
          }
        };
    ThreadTeam.runPieces(Math.max(1, workers), member -> work.accept(member.number()));
    stop.check();
  }

  /**
   * Cuts 0 … {@code count} − 1 into a part for each thread, but none of fewer than {@code least},
   * and returns what is made of them, in their order: the same for the same number of threads.
   *
   * @throws StoppedException if {@code stop} is set at the end, which parts should ask too, to
   *     leave early
   */
  public static <T> List<T> parts(
      int threads, int count, int least, StopSignal stop, Part<T> part) {
    int parts = Math.max(1, Math.min(threads, count / least));
    List<T> made = made(parts, i -> part.of(cut(count, i, parts), cut(count, i + 1, parts)));
    stop.check();
    return made;
  }

  /**
   * Makes two things, at the same time if there may be two {@code threads}.
   *
   * @param one makes the first of them
   * @param other makes the second
   */
  public static <T> List<T> both(int threads, Supplier<T> one, Supplier<T> other) {
    if (threads < 2) {
      return List.of(one.get(), other.get());
    }
    return made(2, i -> (i == 0 ? one : other).get());
  }

  /** Computes the {@code threads} parts on as many threads, and returns them in their order. */
  private static <T> List<T> made(int threads, IntFunction<T> part) {
    List<@Nullable T> made = new ArrayList<>(Collections.nCopies(threads, null));
    share(threads, threads, StopSignal.NEVER, (worker, i) -> made.set(i, part.apply(i)));
    return made.stream().map(Objects::requireNonNull).toList();
  }

  private static int cut(int count, int i, int parts) {
    return (int) ((long) count * i / parts);
  }
}
