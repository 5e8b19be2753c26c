package org.latentfeature.io.genome;

import org.jspecify.annotations.Nullable;
import org.latentfeature.io.MissingCode;

/**
 * Options for reading a genotype table.
 *
 * @param labelColumns number of columns before those of the loci; null to find the loci by their
 *     columns' names
 * @param missing code of missing alleles
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

  /**
   * These options with this number of label columns; all other columns are alleles, two per locus.
   */
  public GenotypeOptions withLabelColumns(int count) {
    return new GenotypeOptions(count, missing);
  }

  /** These options with another code of what is not known. */
  public GenotypeOptions withMissing(MissingCode code) {
    return new GenotypeOptions(labelColumns, code);
  }
}
