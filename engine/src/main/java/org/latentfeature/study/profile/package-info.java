/**
 * Properties of data that can be seen before a fit.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.study.profile;

import org.jspecify.annotations.NullMarked;
