package org.latentfeature.io.image;

/** The check that two images can be compared pixel by pixel. */
final class SamePixels {

  private SamePixels() {}

  static void require(Plane truth, Plane estimate) {
    if (!truth.isSizeOf(estimate)) {
      throw new IllegalArgumentException(
          "planes of "
              + truth.rows()
              + "×"
              + truth.cols()
              + " and of "
              + estimate.rows()
              + "×"
              + estimate.cols());
    }
  }

  static void require(Picture truth, Picture estimate) {
    if (truth.planes().size() != estimate.planes().size()) {
      throw new IllegalArgumentException(
          "images of " + truth.planes().size() + " and of " + estimate.planes().size() + " planes");
    }
    require(truth.planes().get(0), estimate.planes().get(0));
  }
}
