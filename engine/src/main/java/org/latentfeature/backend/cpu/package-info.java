/**
 * Shared code of backends that run on the host CPU.
 *
 * <p>SPI: {@link HostRows}, {@link IncidenceColumns}, {@link PathParts}, {@link SoftBlocks}.
 */
@NullMarked
package org.latentfeature.backend.cpu;

import org.jspecify.annotations.NullMarked;
