/**
 * The saved model: its file, its manifest, and what models of every kind have in common. What a
 * kind holds beyond that is its estimator's own.
 *
 * <p>API: {@link CodedRows}, {@link Coder}, {@link Manifest}, {@link Model}, {@link ModelFile},
 * {@link Score}.
 *
 * <p>SPI: {@link EntryRange}, {@link ModelKind}, {@link SavedArray}, {@link SavedArrays}, {@link
 * WrongKindException}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.model;

import org.jspecify.annotations.NullMarked;
