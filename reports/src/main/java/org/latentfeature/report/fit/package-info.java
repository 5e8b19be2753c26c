/**
 * The report of one fit, whatever its estimator: what its features are, what they explain, and what
 * a {@link org.latentfeature.report.fit.ReportedKind} of model has to say besides.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.report.fit;

import org.jspecify.annotations.NullMarked;
