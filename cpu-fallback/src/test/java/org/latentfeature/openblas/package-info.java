@NullMarked
package org.latentfeature.openblas;

import org.jspecify.annotations.NullMarked;
