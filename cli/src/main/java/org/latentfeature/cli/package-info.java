/**
 * The command line: the command itself, and those of its commands that belong to no wing.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli;

import org.jspecify.annotations.NullMarked;
