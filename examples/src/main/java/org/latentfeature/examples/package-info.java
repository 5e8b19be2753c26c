/** Short programs that use the engine. Each draws its own data; the tests run all of them. */
@NullMarked
package org.latentfeature.examples;

import org.jspecify.annotations.NullMarked;
