/** Tests of the CUDA backend. */
@NullMarked
package org.latentfeature.cuda;

import org.jspecify.annotations.NullMarked;
