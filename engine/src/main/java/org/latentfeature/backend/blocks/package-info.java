/**
 * Rows in several parts: blocks of a matrix one after another, or a share for each of many devices.
 */
@NullMarked
package org.latentfeature.backend.blocks;

import org.jspecify.annotations.NullMarked;
