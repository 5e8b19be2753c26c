/**
 * The paper's evidence run again (Yen et al. 2017, section 6): which data sets and methods, the
 * results kept from one start to the next, and the page that shows them. Nothing of the product
 * uses this module.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence;

import org.jspecify.annotations.NullMarked;
