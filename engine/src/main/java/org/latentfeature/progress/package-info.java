/**
 * How long work tells how far it is, and hears that it should end.
 *
 * <p>API: {@link WorkListener}.
 *
 * <p>SPI: {@link StopSignal}, {@link StoppedException}, {@link Workers}.
 */
@NullMarked
package org.latentfeature.progress;

import org.jspecify.annotations.NullMarked;
