package org.latentfeature.io.genome;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.DataException;

/** Takes the columns that follow the labels for loci, two by two. */
final class LociByPosition {

  private LociByPosition() {}

  /**
   * The loci in the order of the table.
   *
   * @throws DataException if an odd number of columns follows, or none, or two side by side are
   *     named as the alleles of different loci
   */
  static List<Locus> find(List<String> header, int labelColumns, Path path) {
    int left = header.size() - labelColumns;
    if (left <= 0) {
      throw new DataException(
          path
              + " has "
              + header.size()
              + (header.size() == 1 ? " column" : " columns")
              + "; with "
              + labelColumns
              + " label columns, none is left for loci");
    }
    if (left % 2 != 0) {
      throw new DataException(
          path
              + " has "
              + left
              + (left == 1 ? " column" : " columns")
              + " of alleles after "
              + labelColumns
              + " label columns, an odd number, but each locus has two: check the number of label"
              + " columns");
    }
    List<Locus> loci = new ArrayList<>();
    for (int j = labelColumns; j < header.size(); j += 2) {
      loci.add(new Locus(pairName(header, j, path), j, j + 1));
    }
    return loci;
  }

  /**
   * Returns the locus that the columns j and j + 1 have in common, or else the first one's name.
   */
  private static String pairName(List<String> header, int j, Path path) {
    AlleleName first = AlleleName.parse(header.get(j));
    AlleleName second = AlleleName.parse(header.get(j + 1));
    if (first == null || second == null || header.get(j).equals(header.get(j + 1))) {
      if (header.get(j).isEmpty()) {
        throw new DataException(
            "column " + (j + 1) + " of " + path + " has no name in the header; name its locus");
      }
      return header.get(j);
    }
    if (!header.get(j + 1).equals(first.partner())) {
      throw new DataException(
          GenotypeColumns.columns(j, j + 1, path)
              + " ("
              + header.get(j)
              + " and "
              + header.get(j + 1)
              + ") are not of one locus; check the number of label columns");
    }
    return first.locus();
  }
}
