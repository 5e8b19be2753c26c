package org.latentfeature.report.fit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitListener;

/**
 * A path over numbers of features that is to be fitted for a page.
 *
 * @param backend on which, the caller's
 * @param x the reported data
 * @param most features; 0 for no path
 * @param seed of its random numbers
 * @param timeLimit when it ends; null for never
 * @param listener hears of its steps
 */
public record PathRequest(
    Backend backend,
    Rows x,
    int most,
    long seed,
    @Nullable Duration timeLimit,
    FitListener listener) {}
