package org.latentfeature.bench.precision;

import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

/** Puts another search in the place of a backend's. */
@FunctionalInterface
interface SearchMaker {

  /**
   * The other one, with which {@code exact} is closed.
   *
   * @param exact the backend's
   * @param x its rows
   * @param firstRow number of the first row among all
   */
  AtomSearch of(AtomSearch exact, Matrix x, long firstRow);
}
