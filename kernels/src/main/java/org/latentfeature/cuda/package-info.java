/**
 * The CUDA backend: kernels, and every use of JCuda.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cuda;

import org.jspecify.annotations.NullMarked;
