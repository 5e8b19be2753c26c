/**
 * One CUDA device: its context, memory, transfers, kernels and matrix products.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cuda.driver;

import org.jspecify.annotations.NullMarked;
