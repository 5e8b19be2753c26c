/**
 * What every estimator's fit has in common: it tells a listener of each step, may be ended by it or
 * by the clock with the best so far, and says what data it was fitted to.
 *
 * <p>API: {@link Ending}, {@link FitEvent}, {@link FitListener}, {@link FitOptions}, {@link
 * FitOrigin}, {@link FittedData}, {@link LoadedData}, {@link UnfinishedFitException}.
 *
 * <p>SPI: {@link FitMonitor}, {@link FitOption}, {@link Incumbent}, {@link OptionTable}, {@link
 * Range}, {@link Spectrum}, {@link ValueType}.
 */
@NullMarked
package org.latentfeature.fit;

import org.jspecify.annotations.NullMarked;
