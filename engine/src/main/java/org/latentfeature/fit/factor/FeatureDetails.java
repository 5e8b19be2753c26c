package org.latentfeature.fit.factor;

/**
 * Details of the features of a fit beside the columns of Z and the rows of W, such as posteriors or
 * eigenpairs. Immutable.
 */
public interface FeatureDetails {

  /**
   * Returns the details of features {@code order[0]}, {@code order[1]}, …: a fit gives its features
   * their final places after its method has found them.
   */
  FeatureDetails select(int[] order);
}
