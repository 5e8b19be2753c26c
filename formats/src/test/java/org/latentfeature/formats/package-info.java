@NullMarked
package org.latentfeature.formats;

import org.jspecify.annotations.NullMarked;
