/** How long work tells how far it is, and hears that it should end. */
@NullMarked
package org.latentfeature.progress;

import org.jspecify.annotations.NullMarked;
