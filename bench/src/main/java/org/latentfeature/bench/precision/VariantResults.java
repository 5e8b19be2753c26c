package org.latentfeature.bench.precision;

/**
 * What a variant comes to, relative to today's search: on the same residuals, and in whole fits.
 */
final class VariantResults {

  /** Sweeps until the tolerance. */
  final RatioSample sweeps = new RatioSample();

  /** Value of the SDP, computed in double precision from the vectors at the end. */
  final RatioSample bound = new RatioSample();

  /** Score of the best atom. */
  final RatioSample score = new RatioSample();

  /** Greedy steps of a fit. */
  final RatioSample steps = new RatioSample();

  /** Root mean square error of a fit. */
  final RatioSample error = new RatioSample();

  /** The largest share of its objective that a sweep lost. */
  double fall;
}
