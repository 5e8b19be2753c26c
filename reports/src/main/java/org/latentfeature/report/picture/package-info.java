/**
 * Features, rows and incidence matrices as pictures.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.report.picture;

import org.jspecify.annotations.NullMarked;
