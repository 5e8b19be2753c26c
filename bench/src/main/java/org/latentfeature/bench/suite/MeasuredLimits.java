package org.latentfeature.bench.suite;

/**
 * The rates that the machine could reach while a step was measured.
 *
 * @param singleFlopsPerSecond of matrix products in single precision
 * @param doubleFlopsPerSecond and in double precision
 * @param bytesPerSecond of memory, or of the cache that the problem fits
 */
record MeasuredLimits(
    double singleFlopsPerSecond, double doubleFlopsPerSecond, double bytesPerSecond) {}
