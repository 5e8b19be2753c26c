package org.latentfeature.fit.identifiability;

/**
 * A column of Z that is a combination of others, so that its row of W can be shared out among
 * theirs at will: {@code Z_column = Z c}, with c 0 at the column itself.
 *
 * @param column the dependent column, from 0
 * @param combination c, K coefficients
 */
public record Dependence(int column, Combination combination) {}
