package org.latentfeature.io.genome;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;

/**
 * Genotypes of N individuals at L loci. The matrix is not copied and must not be written to.
 *
 * @param loci L different names
 * @param labels other columns of the table, by name, with N cells each: id, population and the like
 * @param x N×L: the mean of the sizes of an individual's two alleles, in base pairs for
 *     microsatellites; NaN unless both are known
 * @param notes what a user should know of the file, as {@link org.latentfeature.data.Dataset#notes}
 *     has it
 */
public record Genotypes(
    List<String> loci, Map<String, List<String>> labels, Matrix x, List<String> notes) {

  /** How many loci a message names of those that differ. */
  private static final int NAMED = 3;

  /**
   * Keeps unmodifiable copies of the names and labels.
   *
   * @throws IllegalArgumentException if there are not L different loci, or not N labels of a kind
   */
  public Genotypes {
    loci = List.copyOf(loci);
    Map<String, List<String>> copy = new LinkedHashMap<>();
    labels.forEach((name, cells) -> copy.put(name, List.copyOf(cells)));
    labels = Collections.unmodifiableMap(copy);
    notes = List.copyOf(notes);
    if (loci.size() != x.cols()) {
      throw new IllegalArgumentException(loci.size() + " loci for " + x.cols() + " columns");
    }
    if (positions(loci).size() != loci.size()) {
      throw new IllegalArgumentException("a locus occurs twice");
    }
    for (Map.Entry<String, List<String>> e : copy.entrySet()) {
      if (e.getValue().size() != x.rows()) {
        throw new IllegalArgumentException(
            e.getValue().size() + " labels " + e.getKey() + " for " + x.rows() + " individuals");
      }
    }
  }

  /** Genotypes of which there is nothing to note. */
  public Genotypes(List<String> loci, Map<String, List<String>> labels, Matrix x) {
    this(loci, labels, x, List.of());
  }

  /** Number of people, N. */
  public int people() {
    return x.rows();
  }

  /**
   * Returns the name of individual {@code i}, from 0, in messages: the row, from 1, and the first
   * label.
   */
  public String person(int i) {
    String row = "row " + (i + 1L);
    return labels.entrySet().stream()
        .findFirst()
        .map(e -> row + " (" + e.getKey() + " " + e.getValue().get(i) + ")")
        .orElse(row);
  }

  /**
   * The missing genotypes.
   *
   * @param table name of this table in messages
   * @throws DataException naming the first individual without a known genotype
   */
  public MissingEntries missing(String table) {
    return MissingEntries.of(x, i -> person(i) + " of " + table);
  }

  /** A copy of the individuals with the indices {@code kept}, in that order. */
  public Genotypes selectPeople(int[] kept) {
    Map<String, List<String>> chosen = new LinkedHashMap<>();
    labels.forEach(
        (name, cells) -> {
          List<String> some = new ArrayList<>();
          for (int i : kept) {
            some.add(cells.get(i));
          }
          chosen.put(name, some);
        });
    return new Genotypes(loci, chosen, x.selectRows(kept), notes);
  }

  /**
   * These genotypes in the order of other loci, as of those that a model was fitted to; the same
   * object where that is their order.
   *
   * @param wanted names of loci
   * @param table what messages call this table
   * @throws DataException naming the first few that this table lacks, or has beyond them
   */
  public Genotypes inOrderOf(List<String> wanted, String table) {
    if (wanted.equals(loci)) {
      return this;
    }
    Map<String, Integer> own = positions(loci);
    Map<String, Integer> others = positions(wanted);
    List<String> lacking = wanted.stream().filter(l -> !own.containsKey(l)).toList();
    List<String> extra = loci.stream().filter(l -> !others.containsKey(l)).toList();
    if (!lacking.isEmpty() || !extra.isEmpty()) {
      throw new DataException(
          "the loci of "
              + table
              + " differ from the model's: "
              + (lacking.isEmpty() ? "" : "it lacks " + firstOf(lacking))
              + (lacking.isEmpty() || extra.isEmpty() ? "" : ", and ")
              + (extra.isEmpty() ? "" : "the model lacks " + firstOf(extra))
              + "; give a table of the same "
              + wanted.size()
              + " loci, in any order");
    }
    int[] from = wanted.stream().mapToInt(own::get).toArray();
    Matrix rearranged = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    float[] moved = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < moved.length; j++) {
        moved[j] = row[from[j]];
      }
      rearranged.setRow(i, moved);
    }
    return new Genotypes(wanted, labels, rearranged, notes);
  }

  private static Map<String, Integer> positions(List<String> names) {
    Map<String, Integer> at = new HashMap<>();
    for (int j = 0; j < names.size(); j++) {
      at.put(names.get(j), j);
    }
    return at;
  }

  private static String firstOf(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return names.size() <= NAMED ? first : first + " and " + (names.size() - NAMED) + " more";
  }
}
