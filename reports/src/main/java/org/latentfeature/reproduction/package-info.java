/**
 * The paper's evidence run again (Yen et al. 2017, section 6): which data sets and methods, the
 * results kept from one start to the next, and the page that shows them.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.reproduction;

import org.jspecify.annotations.NullMarked;
