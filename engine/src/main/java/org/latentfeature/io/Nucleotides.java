package org.latentfeature.io;

import java.util.List;
import java.util.regex.Pattern;
import org.latentfeature.data.Phrase;

/** Alleles written as letters, one or two in a cell, which numbers must stand for. */
public final class Nucleotides {

  /** The end of a sentence that says that such a cell is no number. */
  public static final String WAY_OUT =
      "; alleles as letters are not read: write A as 1, C as 2, G as 3 and T as 4 "
          + Phrase.GENOTYPES
          + ", or counts of one allele, 0, 1 or 2, as plink --recode A does";

  /** One allele or both; 0, N and - are unknown, I and D insertions and deletions. */
  private static final Pattern ALLELES = Pattern.compile("[ACGTNIDacgt0-]([/|]?[ACGTNIDacgt0-])?");

  private static final Pattern LETTER = Pattern.compile("[ACGTacgt].*|.*[ACGTacgt]");

  /** So many of four letters are no accident. */
  private static final int SEVERAL = 2;

  private Nucleotides() {}

  /** Returns whether {@code cell} is one allele or two, known or missing. */
  static boolean isAllele(String cell) {
    return ALLELES.matcher(cell).matches();
  }

  /** Returns whether {@code cell} is one allele or two, at least one of them a letter. */
  public static boolean isLetter(String cell) {
    return isAllele(cell) && LETTER.matcher(cell).matches() && !NumberText.isMissing(cell);
  }

  /** Returns whether at least half of the cells of a row are alleles with letters. */
  static boolean areLetters(List<String> cells) {
    long letters = cells.stream().map(String::strip).filter(Nucleotides::isLetter).count();
    return letters >= SEVERAL && 2 * letters >= cells.size();
  }
}
