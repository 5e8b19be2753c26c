/**
 * Commands of admixture.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.admixture;

import org.jspecify.annotations.NullMarked;
