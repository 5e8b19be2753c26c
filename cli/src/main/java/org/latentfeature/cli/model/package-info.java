/**
 * Commands for a model of any kind.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.model;

import org.jspecify.annotations.NullMarked;
