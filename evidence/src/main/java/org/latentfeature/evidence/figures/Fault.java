package org.latentfeature.evidence.figures;

/**
 * A data set that could not be used, or not all of it.
 *
 * @param dataSet its name
 * @param message why, and the way out
 */
public record Fault(String dataSet, String message) {}
