package org.latentfeature.model;

import java.io.IOException;

/**
 * One kind of saved model: the name in its manifest, and how it is made from what is in the file.
 * An estimator has one beside the class of its models.
 *
 * @param name what {@link Manifest#kind} says, words joined by hyphens
 * @param reader makes the model
 */
public record ModelKind<M extends Model>(String name, Reader<M> reader) {

  /** Makes a model of {@link Model#arrays} as they were saved. */
  @FunctionalInterface
  public interface Reader<M> {

    /**
     * The model.
     *
     * @throws org.latentfeature.data.DataException if an array is missing or not what it should be
     * @throws IllegalArgumentException if manifest and arrays contradict each other
     */
    M read(Manifest manifest, SavedArrays arrays) throws IOException;
  }
}
