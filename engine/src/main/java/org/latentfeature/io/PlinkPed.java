package org.latentfeature.io;

import java.nio.file.Path;
import java.util.List;
import org.latentfeature.data.DataException;

/**
 * Genotypes as PLINK writes them: six columns of an individual (family, name, father, mother, sex,
 * phenotype), then two letters for each variant; no header.
 */
final class PlinkPed {

  private static final String WAY_OUT =
      "is PLINK's .ped, genotypes as text and no table: name it NAME.ped, with NAME.map beside it, or"
          + " write counts of alleles, plink --file NAME --recode A, and read NAME.raw";

  private static final int SEX = 4;
  private static final int PHENOTYPE = 5;
  private static final int ALLELES = 6;

  private PlinkPed() {}

  /**
   * Checks that the first lines of a file are none.
   *
   * @throws DataException if they are
   */
  static void requireNone(Path path, List<List<String>> lines) {
    boolean letters = lines.stream().flatMap(List::stream).anyMatch(Nucleotides::isLetter);
    if (letters && lines.stream().allMatch(PlinkPed::isOne)) {
      throw new DataException(path + " " + WAY_OUT);
    }
  }

  private static boolean isOne(List<String> cells) {
    return cells.size() > ALLELES
        && cells.size() % 2 == 0
        && cells.get(SEX).matches("[0-2]|other")
        && NumberText.isNumber(cells.get(PHENOTYPE))
        && cells.stream().skip(ALLELES).allMatch(Nucleotides::isAllele);
  }
}
