package org.latentfeature.fit.model;

import java.io.IOException;

/**
 * A kind of saved model: the name in its manifest, and its reader. An estimator defines one next to
 * the class of its models.
 *
 * @param name as in {@link Manifest#kind}, words joined by hyphens
 * @param reader creates the model
 */
public record ModelKind<M extends Model>(String name, Reader<M> reader) {

  /** Creates a model from its saved {@link Model#arrays}. */
  @FunctionalInterface
  public interface Reader<M> {

    /**
     * The model.
     *
     * @throws org.latentfeature.data.DataException if an array is missing or invalid
     * @throws IllegalArgumentException if manifest and arrays contradict each other
     */
    M read(Manifest manifest, SavedArrays arrays) throws IOException;
  }
}
