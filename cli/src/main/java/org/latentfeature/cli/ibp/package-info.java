/**
 * {@code lfm ibp}: posteriors of features under the Indian buffet process.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.cli.ibp;

import org.jspecify.annotations.NullMarked;
