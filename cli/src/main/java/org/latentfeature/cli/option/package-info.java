/**
 * Options that several commands have, and what their values are checked for.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.option;

import org.jspecify.annotations.NullMarked;
