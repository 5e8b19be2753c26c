/**
 * What one row can be explained by: binary codes, paths, their posteriors and worth. Plain
 * mathematics: no thread, no device.
 */
@NullMarked
package org.latentfeature.coding;

import org.jspecify.annotations.NullMarked;
