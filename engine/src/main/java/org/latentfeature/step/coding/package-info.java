/**
 * The codes of one row: binary codes, paths, their posteriors and scores. Plain mathematics: no
 * threads, no devices.
 *
 * <p>API: {@link Codes}, {@link Paths}.
 *
 * <p>SPI: {@link BitDraws}, {@link CodeQuadratic}, {@link FittedCodes}, {@link PathModel}, {@link
 * PathObjective}, {@link PathOrders}, {@link PathPosterior}, {@link PathSearch}, {@link
 * PathStatistics}, {@link NearestPlane}, {@link RowCode}, {@link RowCoder}, {@link RowEncoder},
 * {@link WeighedPaths}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.step.coding;

import org.jspecify.annotations.NullMarked;
