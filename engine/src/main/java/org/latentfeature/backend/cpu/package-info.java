/**
 * Pieces that backends running on the host CPU share.
 *
 * <p>SPI: {@link HostRows}, {@link IncidenceColumns}, {@link PathParts}.
 */
@NullMarked
package org.latentfeature.backend.cpu;

import org.jspecify.annotations.NullMarked;
