/**
 * Finding CUDA on this machine: driver, GPUs, cuBLAS, and every reason why one is missing.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cuda.probe;

import org.jspecify.annotations.NullMarked;
