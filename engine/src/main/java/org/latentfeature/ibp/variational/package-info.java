/**
 * Variational inference for the Indian buffet process and its finite form: independent posteriors
 * of codes, dictionary and prevalences, each raised in turn to the maximum of one lower bound of
 * the evidence. Mathematics: docs/variational.md.
 *
 * <p>API: {@link VariationalOptions}.
 *
 * <p>SPI: {@link VariationalSearch}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.ibp.variational;

import org.jspecify.annotations.NullMarked;
