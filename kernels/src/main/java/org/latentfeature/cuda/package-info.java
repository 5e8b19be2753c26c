/** The CUDA backend: kernels, and every use of JCuda. */
@NullMarked
package org.latentfeature.cuda;

import org.jspecify.annotations.NullMarked;
