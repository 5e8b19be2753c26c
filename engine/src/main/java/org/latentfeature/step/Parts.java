package org.latentfeature.step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/**
 * The parts of a step, or of codes, that is opened on each of several parts of the rows. A call
 * over all rows is one of three: a map, whose results are concatenated; a sum, whose results are
 * added in the order of the parts; a pass, whose state moves from part to part.
 *
 * @param <R> type of the step
 */
public final class Parts<R extends Resident> {

  private final IntFunction<R> opened;
  private final boolean isReopened;
  private final Runnable closing;
  private final PartLayout layout;
  private final Schedule schedule;

  /** Runs the work on the parts. */
  public interface Schedule {

    /** Runs {@code work} for every part, in order or at once; results in the order of the parts. */
    <T> List<T> all(int parts, Work<T> work);

    /** Runs {@code work} for one part, and waits for it. */
    <T> T one(int part, Work<T> work);

    /** Runs {@code work} for all of so many {@code parts}, each after the one before. */
    default <T> List<T> inOrder(int parts, Work<T> work) {
      List<T> results = new ArrayList<>(parts);
      for (int part = 0; part < parts; part++) {
        results.add(one(part, work));
      }
      return results;
    }

    /** Work on a part. */
    @FunctionalInterface
    interface Work<T> {
      /** Does it. */
      T of(int part);
    }
  }

  /** One after another, on the calling thread. */
  public static final Schedule IN_ORDER =
      new Schedule() {
        @Override
        public <T> List<T> all(int parts, Work<T> work) {
          return inOrder(parts, work);
        }

        @Override
        public <T> T one(int part, Work<T> work) {
          return work.of(part);
        }
      };

  /**
   * These, one for each part of {@code layout}.
   *
   * @param parts the step opened on each part, in their order
   * @param schedule runs the work on them
   */
  public Parts(List<R> parts, PartLayout layout, Schedule schedule) {
    opened = List.copyOf(parts)::get;
    isReopened = false;
    this.layout = layout;
    this.schedule = schedule;
    closing =
        () -> {
          for (int p = layout.count() - 1; p >= 0; p--) {
            schedule.one(p, Parts.this::close);
          }
        };
  }

  /**
   * Parts on which the step is open only while it works there, and keeps nothing from one call to
   * the next.
   *
   * @param opened the step on a part, while the schedule is there
   * @param schedule goes to the parts
   * @param closing closes what may be open
   */
  public Parts(IntFunction<R> opened, PartLayout layout, Schedule schedule, Runnable closing) {
    this.opened = opened;
    isReopened = true;
    this.layout = layout;
    this.schedule = schedule;
    this.closing = closing;
  }

  private int close(int part) {
    part(part).close();
    return part;
  }

  /** A call to the step of one part. */
  @FunctionalInterface
  interface Question<R, T> {
    /** Makes the call to {@code opened}, the step of part {@code part}. */
    T of(int part, R opened);
  }

  /** A turn of a pass on one part. */
  @FunctionalInterface
  interface Turn<R, S> {
    /** Moves from the state after the parts before to the state after this one. */
    S of(int part, R opened, S state);
  }

  PartLayout layout() {
    return layout;
  }

  /** Returns whether the step is opened anew on every part at every call. */
  boolean isReopened() {
    return isReopened;
  }

  R part(int part) {
    return opened.apply(part);
  }

  /** A map. */
  <T> List<T> map(Question<R, T> question) {
    return schedule.all(layout.count(), part -> question.of(part, part(part)));
  }

  /** A map that leaves its results with the parts. */
  void each(Question<R, ?> question) {
    map((part, opened) -> question.of(part, opened) != null);
  }

  /** A sum. */
  <T> T sum(Question<R, T> question, BinaryOperator<T> plus) {
    if (!isReopened) {
      return map(question).stream().reduce(plus).orElseThrow();
    }
    // There may be thousands of parts: what each gives is added at once, and not kept.
    List<T> sum = new ArrayList<>(1);
    schedule.inOrder(
        layout.count(),
        part -> {
          T next = question.of(part, part(part));
          return sum.isEmpty() ? sum.add(next) : sum.set(0, plus.apply(sum.get(0), next)) != null;
        });
    return sum.get(0);
  }

  /** A pass. */
  <S> S pass(S start, Turn<R, S> turn) {
    List<S> states = new ArrayList<>(List.of(start));
    schedule.inOrder(
        layout.count(), part -> states.set(0, turn.of(part, part(part), states.get(0))));
    return states.get(0);
  }

  /** Asks the first part what all know alike. */
  <T> T first(Question<R, T> question) {
    return schedule.one(0, part -> question.of(part, part(part)));
  }

  /** Closes all, the last first. */
  void close() {
    closing.run();
  }
}
