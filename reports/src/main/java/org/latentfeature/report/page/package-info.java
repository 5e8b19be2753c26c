/**
 * Pages that need nothing but themselves: HTML with its style, its charts and its pictures.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.report.page;

import org.jspecify.annotations.NullMarked;
