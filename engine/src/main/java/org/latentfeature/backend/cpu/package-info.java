/** Pieces that backends running on the host CPU share. */
@NullMarked
package org.latentfeature.backend.cpu;

import org.jspecify.annotations.NullMarked;
