package org.latentfeature.scale;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.model.Model;

/**
 * Where a long fit by a sample leaves what it has, so that another process can go on from it. Its
 * dictionary is all that it needs: the codes follow from it.
 *
 * @param <M> the models
 */
public interface Checkpoints<M extends Model> {

  /**
   * Returns the model that an earlier fit of the same data and options left; null if there is none.
   */
  @Nullable M left();

  /**
   * A round of refinement is over.
   *
   * @param soFar makes the model of what there is by now
   */
  void offer(Supplier<M> soFar);

  /** None. */
  static <M extends Model> Checkpoints<M> none() {
    return new Checkpoints<>() {
      @Override
      public @Nullable M left() {
        return null;
      }

      @Override
      public void offer(Supplier<M> soFar) {}
    };
  }
}
