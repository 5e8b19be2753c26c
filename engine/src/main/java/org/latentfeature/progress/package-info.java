/** How far a computation is. */
@NullMarked
package org.latentfeature.progress;

import org.jspecify.annotations.NullMarked;
