/**
 * Figures 1 to 3 and the times of Yen et al. 2017 (section 6): data sets, methods, results kept
 * from one start to the next, every method at equal time, and the pages that show them.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.evidence.figures;

import org.jspecify.annotations.NullMarked;
