/**
 * The reference backend: plain Java loops, short rather than fast; it runs everywhere.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.backend.reference;

import org.jspecify.annotations.NullMarked;
