/**
 * Experiments of the papers, run again.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.reproduce;

import org.jspecify.annotations.NullMarked;
