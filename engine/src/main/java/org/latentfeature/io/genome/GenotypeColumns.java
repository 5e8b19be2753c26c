package org.latentfeature.io.genome;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.latentfeature.data.DataException;
import org.latentfeature.io.NumberText;

/**
 * Which columns of a table hold the alleles of which locus; all others are labels.
 *
 * @param loci in the order of their first columns
 * @param labels columns by name, in the order of the table
 */
record GenotypeColumns(List<Locus> loci, Map<String, Integer> labels) {

  /** The way out of every message about names. */
  static final String BY_POSITION = "give the number of label columns before the loci";

  /**
   * Takes a table's columns apart.
   *
   * @param header the columns' names
   * @throws DataException naming the column from which no two alleles a locus can be made
   */
  static GenotypeColumns of(List<String> header, GenotypeOptions options, Path path) {
    Integer labelColumns = options.labelColumns();
    List<Locus> loci =
        labelColumns == null
            ? LociByName.find(header, path)
            : LociByPosition.find(header, labelColumns, path);
    requireNames(loci, path);
    return new GenotypeColumns(loci, labels(header, loci, path));
  }

  /** Names of the loci. */
  List<String> names() {
    return loci.stream().map(Locus::name).toList();
  }

  private static void requireNames(List<Locus> loci, Path path) {
    if (loci.stream().allMatch(l -> NumberText.isNumber(l.name()))) {
      throw new DataException(
          "the first line of "
              + path
              + " has numbers, such as "
              + loci.get(0).name()
              + ", but must name the loci; add a line with the columns' names");
    }
    Map<String, Locus> seen = new HashMap<>();
    for (Locus locus : loci) {
      Locus earlier = seen.putIfAbsent(locus.name(), locus);
      if (earlier != null) {
        throw new DataException(
            "locus "
                + locus.name()
                + " occurs twice in "
                + path
                + ", from column "
                + (earlier.first() + 1)
                + " and from column "
                + (locus.first() + 1)
                + "; rename or remove one");
      }
    }
  }

  /**
   * Checks the names of variants, a line each.
   *
   * @throws DataException naming one that occurs twice
   */
  static void requireDistinct(List<String> loci, Path path) {
    Map<String, Integer> seen = new HashMap<>();
    for (int j = 0; j < loci.size(); j++) {
      Integer earlier = seen.putIfAbsent(loci.get(j), j);
      if (earlier != null) {
        throw new DataException(
            "variants %d and %d of %s are both named %s; rename or remove one"
                .formatted(earlier + 1, j + 1, path, loci.get(j)));
      }
    }
  }

  private static Map<String, Integer> labels(List<String> header, List<Locus> loci, Path path) {
    Set<String> names = new HashSet<>();
    Set<Integer> taken = new HashSet<>();
    for (Locus locus : loci) {
      names.add(locus.name());
      taken.add(locus.first());
      taken.add(locus.second());
    }
    Map<String, Integer> labels = new LinkedHashMap<>();
    for (int j = 0; j < header.size(); j++) {
      if (taken.contains(j)) {
        continue;
      }
      // R leaves the name of its row names empty.
      String name = header.get(j).isEmpty() ? "column " + (j + 1) : header.get(j);
      if (names.contains(name)) {
        throw new DataException(
            "column "
                + (j + 1)
                + " of "
                + path
                + " is the third one named "
                + name
                + ", but a locus has two; remove or rename it");
      }
      Integer earlier = labels.putIfAbsent(name, j);
      if (earlier != null) {
        throw new DataException(
            columns(earlier, j, path)
                + " are both named "
                + name
                + "; rename one, or, if they are the alleles of one locus, move them side by side");
      }
    }
    return labels;
  }

  /** The words for two columns, from 0, in messages. */
  static String columns(int a, int b, Path path) {
    return "columns " + (a + 1) + " and " + (b + 1) + " of " + path;
  }
}
