package org.latentfeature.factor;

/**
 * What a method knows of each feature beside its column of Z and its row of W, such as its
 * posterior or its eigenpair. Immutable.
 */
public interface FeatureDetails {

  /**
   * Returns the details of features {@code order[0]}, {@code order[1]}, …: a fit gives its features
   * their final places after its method has found them.
   */
  FeatureDetails select(int[] order);
}
