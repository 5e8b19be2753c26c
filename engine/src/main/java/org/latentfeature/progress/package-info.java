/**
 * Progress and stopping of long work.
 *
 * <p>API: {@link WorkListener}.
 *
 * <p>SPI: {@link StopSignal}, {@link StoppedException}, {@link Workers}.
 */
@NullMarked
package org.latentfeature.progress;

import org.jspecify.annotations.NullMarked;
