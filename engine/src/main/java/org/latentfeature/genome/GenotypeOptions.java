package org.latentfeature.genome;

import org.jspecify.annotations.Nullable;
import org.latentfeature.io.MissingCode;

/**
 * How a genotype table is read.
 *
 * @param labelColumns how many columns come before those of the loci; null where the loci are to be
 *     found by their columns' names
 * @param missing what stands for an allele that is not known
 */
public record GenotypeOptions(@Nullable Integer labelColumns, MissingCode missing) {

  /** Loci found by their columns' names; −9 or an empty cell and its kin for what is not known. */
  public static final GenotypeOptions DEFAULT = new GenotypeOptions(null, MissingCode.of(-9));

  /**
   * Checks the number of label columns.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public GenotypeOptions {
    if (labelColumns != null && labelColumns < 0) {
      throw new IllegalArgumentException(
          "the number of label columns is " + labelColumns + "; it must be at least 0");
    }
  }

  /** These options with so many columns of labels, all others being alleles, two a locus. */
  public GenotypeOptions withLabelColumns(int count) {
    return new GenotypeOptions(count, missing);
  }

  /** These options with another code of what is not known. */
  public GenotypeOptions withMissing(MissingCode code) {
    return new GenotypeOptions(labelColumns, code);
  }
}
