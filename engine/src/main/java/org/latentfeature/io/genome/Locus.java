package org.latentfeature.io.genome;

/**
 * Where a locus stands in a table.
 *
 * @param name of the locus
 * @param first column of one allele, from 0
 * @param second column of the other
 */
record Locus(String name, int first, int second) {}
