/** Many fits in one run. */
@NullMarked
package org.latentfeature.cli.many;

import org.jspecify.annotations.NullMarked;
