package org.latentfeature.fit.estimator;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.SavingTimes;
import org.latentfeature.fit.model.Model;

/**
 * Where a long fit leaves what it has, so that another process can go on from it.
 *
 * @param <M> the models
 */
public interface Checkpoints<M extends Model> {

  /**
   * Returns the model that an earlier fit of the same data and options left; null if there is none.
   */
  @Nullable M left();

  /** Returns whether it is time for the next one. Any thread of the fit may ask. */
  boolean isDue();

  /**
   * Leaves what there is by now, if it is time. Called by the fit's own thread, after a round that
   * another one follows.
   *
   * @param soFar makes the result of a fit that is stopped now, which takes some time
   */
  void offer(Supplier<Fitted<M>> soFar);

  /** Returns whether anything is ever left; a fit then needs memory to make it. */
  default boolean isKept() {
    return true;
  }

  /** None. */
  static <M extends Model> Checkpoints<M> none() {
    return new Checkpoints<>() {
      @Override
      public @Nullable M left() {
        return null;
      }

      @Override
      public boolean isDue() {
        return false;
      }

      @Override
      public void offer(Supplier<Fitted<M>> soFar) {}

      @Override
      public boolean isKept() {
        return false;
      }
    };
  }

  /**
   * Checkpoints at intervals.
   *
   * @param interval from one to the next, at least; longer where leaving one takes long
   * @param left what the fit goes on from; null if it begins anew
   * @param to takes the result of a fit that is stopped now, on the fit's thread
   */
  static <M extends Model> Checkpoints<M> every(
      Duration interval, @Nullable M left, Consumer<Fitted<M>> to) {
    SavingTimes times = new SavingTimes(interval);
    return new Checkpoints<>() {
      @Override
      public @Nullable M left() {
        return left;
      }

      @Override
      public boolean isDue() {
        return times.isDue();
      }

      @Override
      public void offer(Supplier<Fitted<M>> soFar) {
        if (times.isDue()) {
          times.save(() -> to.accept(soFar.get()));
        }
      }
    };
  }
}
