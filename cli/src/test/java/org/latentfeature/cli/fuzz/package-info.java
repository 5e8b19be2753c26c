/**
 * Files and command lines for the fuzz test: valid ones, whose structure is known, and then harmed.
 */
@NullMarked
package org.latentfeature.cli.fuzz;

import org.jspecify.annotations.NullMarked;
