/** The report of one fit: what its features are, what they explain and how many there should be. */
@NullMarked
package org.latentfeature.report.fit;

import org.jspecify.annotations.NullMarked;
