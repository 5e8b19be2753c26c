/**
 * Rows in several parts: blocks of a matrix one after another, or a share for each of many devices.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.backend.blocks;

import org.jspecify.annotations.NullMarked;
