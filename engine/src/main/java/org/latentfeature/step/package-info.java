/** The steps that backends take over the rows of X: their limits, their checks, what they count. */
@NullMarked
package org.latentfeature.step;

import org.jspecify.annotations.NullMarked;
