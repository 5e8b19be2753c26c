@NullMarked
package org.latentfeature.scale;

import org.jspecify.annotations.NullMarked;
