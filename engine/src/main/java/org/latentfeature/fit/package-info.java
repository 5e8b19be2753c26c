/**
 * The common parts of all fits: a listener receives each step, the listener or a time limit can
 * stop the fit with the best result so far, and the model records its data.
 *
 * <p>API: {@link ChosenCount}, {@link Ending}, {@link FitEvent}, {@link FitListener}, {@link
 * FitOptions}, {@link FittedData}, {@link LoadedData}, {@link OptionException}, {@link
 * SearchReport}, {@link UnfinishedFitException}.
 *
 * <p>SPI: {@link FitMonitor}, {@link FitOption}, {@link FitOrigin}, {@link Incumbent}, {@link
 * OptionTable}, {@link Range}, {@link SavingTimes}, {@link Spectrum}, {@link SubspaceIteration},
 * {@link ValueType}.
 */
@NullMarked
package org.latentfeature.fit;

import org.jspecify.annotations.NullMarked;
