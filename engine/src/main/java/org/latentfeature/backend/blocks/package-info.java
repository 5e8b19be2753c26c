/**
 * Rows in several parts: consecutive blocks of a matrix, or a share for each of several devices.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.backend.blocks;

import org.jspecify.annotations.NullMarked;
