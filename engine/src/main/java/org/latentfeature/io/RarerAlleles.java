package org.latentfeature.io;

import org.jspecify.annotations.Nullable;
import org.latentfeature.data.AlleleCounts;

/**
 * The rarer one of the two alleles of each locus, copies of which are counted, as PLINK does; of
 * two that are as frequent, the one that comes first in the alphabet. All alleles are added before
 * the first is counted.
 */
final class RarerAlleles {

  private final String unknown;
  private final @Nullable String[][] alleles;
  private final long[][] copies;

  /**
   * No alleles yet.
   *
   * @param unknown the mark of an allele that is missing
   */
  RarerAlleles(int loci, String unknown) {
    this.unknown = unknown;
    alleles = new String[loci][2];
    copies = new long[loci][2];
  }

  /** Adds an allele of locus {@code m}; returns false, and does not, if it is a third one. */
  boolean add(int m, String allele) {
    if (allele.equals(unknown)) {
      return true;
    }
    String[] known = alleles[m];
    for (int a = 0; a < known.length; a++) {
      if (known[a] == null || known[a].equals(allele)) {
        known[a] = allele;
        copies[m][a]++;
        return true;
      }
    }
    return false;
  }

  /** Returns allele 0 or 1 of locus {@code m}; null if it did not occur. */
  @Nullable String allele(int m, int number) {
    return alleles[m][number];
  }

  /** Counts the copies of the rarer allele in a genotype; missing unless both are known. */
  int count(int m, String first, String second) {
    if (first.equals(unknown) || second.equals(unknown)) {
      return AlleleCounts.MISSING;
    }
    String counted = counted(m);
    return (first.equals(counted) ? 1 : 0) + (second.equals(counted) ? 1 : 0);
  }

  /** The rarer allele; null where there is but one. */
  private @Nullable String counted(int m) {
    String first = alleles[m][0];
    String second = alleles[m][1];
    if (first == null || second == null) {
      return null;
    }
    boolean isFirst =
        copies[m][0] == copies[m][1] ? first.compareTo(second) < 0 : copies[m][0] < copies[m][1];
    return isFirst ? first : second;
  }
}
