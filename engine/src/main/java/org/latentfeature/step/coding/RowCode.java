package org.latentfeature.step.coding;

/** The code of one row: its features and their weights. */
public interface RowCode {

  /** Number of features, n. */
  int size();

  /** The feature at place {@code a} of the path, 0 … K−1. */
  int feature(int a);

  /** The posterior mean of that feature's weight, μ. */
  double mean(int a);

  /** ln p(x | A), weights integrated out, of the row's known entries. */
  double logLikelihood();

  /** ‖x − W_Aᵀμ‖² over the known entries. */
  double squaredError();

  /** Writes W_Aᵀμ, the row without its noise, to the first D entries of {@code into}. */
  void reconstruct(float[] into);
}
