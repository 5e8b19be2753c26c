/**
 * Line and bar charts as SVG elements that stand in an HTML page.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.report.chart;

import org.jspecify.annotations.NullMarked;
