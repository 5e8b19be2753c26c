@NullMarked
package org.latentfeature.backend.reference;

import org.jspecify.annotations.NullMarked;
