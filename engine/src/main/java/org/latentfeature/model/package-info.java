/**
 * The saved model: its file, its manifest, and what models of every kind have in common. What a
 * kind holds beyond that is its estimator's own.
 */
@NullMarked
package org.latentfeature.model;

import org.jspecify.annotations.NullMarked;
