/** Experiments of the papers, run again. */
@NullMarked
package org.latentfeature.cli.reproduce;

import org.jspecify.annotations.NullMarked;
