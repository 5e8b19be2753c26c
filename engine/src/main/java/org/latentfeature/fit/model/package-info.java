/**
 * Saved models: their file, their manifest, and the interface of all kinds. The data of a kind are
 * defined by its estimator.
 *
 * <p>API: {@link CodedRows}, {@link Coder}, {@link Manifest}, {@link Model}, {@link ModelFile},
 * {@link Score}.
 *
 * <p>SPI: {@link EntryRange}, {@link FileUnits}, {@link ModelKind}, {@link SavedArray}, {@link
 * SavedArrays}, {@link WrongKindException}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.fit.model;

import org.jspecify.annotations.NullMarked;
