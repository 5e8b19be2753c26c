package org.latentfeature.data;

/** The distribution of noise of standard deviation σ. */
public enum NoiseShape {

  /** N(0, σ²) in every column. */
  EQUAL,

  /**
   * Normal, with a different standard deviation in every column: σ times a factor, log-uniform from
   * ⅓ to 3 and then scaled so that the root mean square over the columns is σ.
   */
  COLUMNS,

  /** Student's t with 3 degrees of freedom, scaled to standard deviation σ: heavy tails. */
  T
}
