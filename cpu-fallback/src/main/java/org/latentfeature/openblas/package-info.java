/** The OpenBLAS backend, and every use of bytedeco. */
@NullMarked
package org.latentfeature.openblas;

import org.jspecify.annotations.NullMarked;
