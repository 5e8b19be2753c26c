@NullMarked
package org.latentfeature.examples;

import org.jspecify.annotations.NullMarked;
