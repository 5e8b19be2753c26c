/**
 * The statements of the papers, beside what the experiments found.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.statements;

import org.jspecify.annotations.NullMarked;
