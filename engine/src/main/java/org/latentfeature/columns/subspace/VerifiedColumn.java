package org.latentfeature.columns.subspace;

import org.latentfeature.data.BitVector;

/**
 * A binary column that lies in the span of the data, up to noise.
 *
 * @param z the column
 * @param residual the share of ‖z − z̄‖² that lies outside the K leading singular vectors
 * @param expected the share that noise, or single precision, is expected to put there
 */
public record VerifiedColumn(BitVector z, double residual, double expected) {}
