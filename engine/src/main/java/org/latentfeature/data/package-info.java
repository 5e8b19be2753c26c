/** Matrices, their readers and writers, checks of input, and synthetic problems. */
@NullMarked
package org.latentfeature.data;

import org.jspecify.annotations.NullMarked;
