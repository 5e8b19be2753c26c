/**
 * Commands for noisy pictures.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.picture;

import org.jspecify.annotations.NullMarked;
