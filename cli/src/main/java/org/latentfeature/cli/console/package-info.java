/**
 * What a person sees: answers, progress, errors, and how a command is interrupted.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.console;

import org.jspecify.annotations.NullMarked;
