/**
 * The graph of a Markov latent feature model: which features follow which, as a picture, for
 * Graphviz and for programs. Draws plain matrices and knows no estimator.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.report.graph;

import org.jspecify.annotations.NullMarked;
