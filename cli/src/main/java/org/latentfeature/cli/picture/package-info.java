/** Commands for noisy pictures. */
@NullMarked
package org.latentfeature.cli.picture;

import org.jspecify.annotations.NullMarked;
