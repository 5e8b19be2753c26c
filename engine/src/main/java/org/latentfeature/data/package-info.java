/** Matrices, what makes them fit for use, and synthetic problems. */
@NullMarked
package org.latentfeature.data;

import org.jspecify.annotations.NullMarked;
