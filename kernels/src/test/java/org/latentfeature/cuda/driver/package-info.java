/** Tests of what drives one device. */
@NullMarked
package org.latentfeature.cuda.driver;

import org.jspecify.annotations.NullMarked;
