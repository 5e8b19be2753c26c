package org.latentfeature.evidence.figures;

/**
 * The outcome of one run at one K.
 *
 * @param dataSet name of the data set
 * @param approach the method
 * @param run K of the run, the largest one where it is for every K
 * @param seed of the run
 * @param fingerprint of the run, see {@link Trial#fingerprint}
 * @param k K
 * @param hamming mean Hamming error; NaN without a truth
 * @param rmse root mean square error to the truth; NaN without one
 * @param rmseNoisy root mean square error to the data
 * @param svdBound that of the rank-K singular value decomposition; NaN where the run does not say
 * @param seconds wall-clock seconds from the start of the run until this K was done
 */
record TrialOutcome(
    String dataSet,
    Approach approach,
    int run,
    long seed,
    String fingerprint,
    int k,
    double hamming,
    double rmse,
    double rmseNoisy,
    double svdBound,
    double seconds) {

  /** Returns whether the run was stopped before its last K. */
  boolean isUnfinished() {
    return Trial.isUnfinished(fingerprint);
  }
}
