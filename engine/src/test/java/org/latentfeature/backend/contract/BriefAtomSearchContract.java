package org.latentfeature.backend.contract;

import java.util.stream.Stream;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.Problems.Shape;

/** The greedy step at two shapes: within a block of rows, and beyond the edges of several. */
public abstract class BriefAtomSearchContract extends AtomSearchContract {

  /** See {@link BackendContract}. */
  protected BriefAtomSearchContract(BackendProvider provider) {
    super(provider);
  }

  static Stream<Shape> shapes() {
    return Stream.of(new Shape(13, 7, 3), new Shape(65, 101, 7));
  }
}
