package org.latentfeature.cli.fuzz;

import java.nio.file.Path;

/**
 * Good files, which cases read and must not change.
 *
 * @param x a matrix of 8 × 3
 * @param z zeros and ones, 8 × 2
 * @param lasso a model of x
 * @param markov another
 */
public record Fixtures(Path x, Path z, Path lasso, Path markov) {}
