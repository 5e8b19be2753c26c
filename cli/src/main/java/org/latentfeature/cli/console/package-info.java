/**
 * The output that a person sees: answers, progress, errors, and the interruption of commands.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.console;

import org.jspecify.annotations.NullMarked;
