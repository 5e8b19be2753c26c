/**
 * The OpenBLAS backend, and every use of bytedeco.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.openblas;

import org.jspecify.annotations.NullMarked;
