/** What the options of commands must change: a table of effects, and the runs that show them. */
@NullMarked
package org.latentfeature.cli.effect;

import org.jspecify.annotations.NullMarked;
