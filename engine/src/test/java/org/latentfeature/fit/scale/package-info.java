@NullMarked
package org.latentfeature.fit.scale;

import org.jspecify.annotations.NullMarked;
