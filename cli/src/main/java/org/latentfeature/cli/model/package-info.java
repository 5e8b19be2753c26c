/** Commands for a model of any kind. */
@NullMarked
package org.latentfeature.cli.model;

import org.jspecify.annotations.NullMarked;
