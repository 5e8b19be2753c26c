/**
 * The help of commands: options in groups, and one option in full.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.help;

import org.jspecify.annotations.NullMarked;
