/**
 * Many fits in one run.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.many;

import org.jspecify.annotations.NullMarked;
