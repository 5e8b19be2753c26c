package org.latentfeature.spark;

import java.io.Serializable;

/**
 * What the rows of a partition come to, and those of several partitions together.
 *
 * @param <S> itself
 */
interface Addend<S extends Addend<S>> extends Serializable {

  /** That of later partitions added. */
  S plus(S later);
}
