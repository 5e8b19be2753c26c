/** Dense double-precision algebra of size K×K and K×D: what the outer loops solve on the host. */
@NullMarked
package org.latentfeature.linalg;

import org.jspecify.annotations.NullMarked;
