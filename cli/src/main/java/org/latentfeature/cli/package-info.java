/**
 * The command line: the command itself, and those of its commands that belong to no wing.
 *
 * <p>SPI: {@link CommandProvider}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.cli;

import org.jspecify.annotations.NullMarked;
