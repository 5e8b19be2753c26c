package org.latentfeature.io.genome;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.latentfeature.data.DataException;

/**
 * Finds the two columns of each locus by their names: {@code D1S80.1} and {@code D1S80.2}, wherever
 * they stand, or one name for two columns side by side.
 */
final class LociByName {

  private LociByName() {}

  /**
   * The loci in the order of their first columns.
   *
   * @throws DataException if a column has no partner, or none has
   */
  static List<Locus> find(List<String> header, Path path) {
    List<Locus> loci = new ArrayList<>();
    Map<String, Integer> alleles = new LinkedHashMap<>();
    Set<String> all = new HashSet<>(header);
    for (int j = 0; j < header.size(); j++) {
      String name = header.get(j);
      if (j + 1 < header.size() && isTwice(name, header.get(j + 1), all)) {
        loci.add(new Locus(name, j, j + 1));
        j++;
        continue;
      }
      AlleleName allele = AlleleName.parse(name);
      if (allele == null) {
        continue;
      }
      if (alleles.putIfAbsent(name, j) != null) {
        throw new DataException(
            GenotypeColumns.columns(alleles.get(name), j, path)
                + " are both named "
                + name
                + ", an allele of locus "
                + allele.locus()
                + "; rename one");
      }
      Integer partner = alleles.get(allele.partner());
      if (partner != null) {
        loci.add(
            allele.number() == 2
                ? new Locus(allele.locus(), partner, j)
                : new Locus(allele.locus(), j, partner));
      }
    }
    requirePartners(alleles.keySet(), header, path);
    if (loci.isEmpty()) {
      throw new DataException(
          path
              + " has no loci: none of its columns come in pairs named like D1S80.1 and D1S80.2, or"
              + " by one name side by side; name them so, or "
              + GenotypeColumns.BY_POSITION);
    }
    loci.sort(Comparator.comparingInt(l -> Math.min(l.first(), l.second())));
    return loci;
  }

  private static void requirePartners(Set<String> alleles, List<String> header, Path path) {
    for (String name : alleles) {
      AlleleName allele = AlleleName.parse(name);
      if (allele != null && !alleles.contains(allele.partner())) {
        throw new DataException(
            "locus "
                + allele.locus()
                + " of "
                + path
                + " has one column, "
                + name
                + " (column "
                + (header.indexOf(name) + 1)
                + "), but needs two: there is no "
                + allele.partner()
                + "; add it, rename the column if it is a label, or "
                + GenotypeColumns.BY_POSITION);
      }
    }
  }

  /** One name for two columns, also as R and pandas write the second: {@code D1S80.1}. */
  private static boolean isTwice(String name, String next, Set<String> all) {
    return !name.isEmpty()
        && (next.equals(name) || (next.equals(name + ".1") && !all.contains(name + ".2")));
  }
}
