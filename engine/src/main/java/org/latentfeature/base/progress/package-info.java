/**
 * Progress and stopping of long work.
 *
 * <p>API: {@link WorkListener}.
 *
 * <p>SPI: {@link StopSignal}, {@link StoppedException}, {@link Workers}, {@link ThreadTeam}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.base.progress;

import org.jspecify.annotations.NullMarked;
