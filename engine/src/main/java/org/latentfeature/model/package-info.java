/**
 * Saved models: their file, their manifest, and the interface of all kinds. The data of a kind are
 * defined by its estimator.
 *
 * <p>API: {@link Manifest}, {@link Model}, {@link ModelFile}.
 *
 * <p>SPI: {@link EntryRange}, {@link ModelKind}, {@link SavedArray}, {@link SavedArrays}, {@link
 * WrongKindException}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.model;

import org.jspecify.annotations.NullMarked;
