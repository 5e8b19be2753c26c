/** Tests of finding CUDA. */
@NullMarked
package org.latentfeature.cuda.probe;

import org.jspecify.annotations.NullMarked;
