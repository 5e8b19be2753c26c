package org.latentfeature.ibp;

import java.util.List;

/** How likely X is given Z, the dictionary integrated out. */
interface Evidence {

  /** log p(X | Z, σx, σa), of the known entries. */
  double log(Scales scales);

  /** |X − Z Ā|², of the known entries, Ā the posterior mean of A. */
  double squaredError(Scales scales);

  /** That of all columns; groups of them are independent given Z. */
  static Evidence of(List<? extends Evidence> groups) {
    return new Evidence() {
      @Override
      public double log(Scales scales) {
        return groups.stream().mapToDouble(group -> group.log(scales)).sum();
      }

      @Override
      public double squaredError(Scales scales) {
        return groups.stream().mapToDouble(group -> group.squaredError(scales)).sum();
      }
    };
  }
}
