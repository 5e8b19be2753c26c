package org.latentfeature.spark;

import java.io.Serializable;

/**
 * A sum over the rows of a partition, or of several partitions together.
 *
 * @param <S> itself
 */
interface Addend<S extends Addend<S>> extends Serializable {

  /** That of later partitions added. */
  S plus(S later);
}
