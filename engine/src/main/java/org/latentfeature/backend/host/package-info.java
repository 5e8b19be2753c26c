/** Pieces that backends running on the host CPU share. */
@NullMarked
package org.latentfeature.backend.host;

import org.jspecify.annotations.NullMarked;
