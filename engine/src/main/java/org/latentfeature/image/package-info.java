/** Pictures: reading and writing, planes and patches, opponent colours, the level of the noise. */
@NullMarked
package org.latentfeature.image;

import org.jspecify.annotations.NullMarked;
