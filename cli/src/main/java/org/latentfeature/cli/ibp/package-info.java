/** {@code lfm ibp}: posteriors of features under the Indian buffet process. */
@NullMarked
package org.latentfeature.cli.ibp;

import org.jspecify.annotations.NullMarked;
