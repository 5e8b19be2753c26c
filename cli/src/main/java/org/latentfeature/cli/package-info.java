/** The command line. */
@NullMarked
package org.latentfeature.cli;

import org.jspecify.annotations.NullMarked;
