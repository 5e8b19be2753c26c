/**
 * Commands of tensor eigenpairs.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.spectral;

import org.jspecify.annotations.NullMarked;
