/**
 * Experiments of the papers, run again.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.command;

import org.jspecify.annotations.NullMarked;
