package org.latentfeature.io.genome;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.io.AtomicFile;

/** Simulated individuals as the table of genotypes that {@link GenotypeReader} reads. */
public final class GenotypeTable {

  /** Share of the genotypes that are written as missing. */
  public static final double MISSING = .02;

  private static final String UNKNOWN = ",-9,-9";

  private GenotypeTable() {}

  /**
   * The alleles that individuals have, of which a share {@link #MISSING}, drawn at random, is
   * missing.
   *
   * @param drawn loci in rows, individuals in columns
   * @param seed of the missing genotypes
   */
  public static AlleleCounts counts(AdmixtureProblem.Drawn drawn, long seed) {
    RandomStream random = new RandomStream(seed, "missing genotypes");
    AlleleCounts all = drawn.counts();
    // Numbers of the stream individual by individual.
    return all.without((j, i) -> random.uniformAt((long) j * all.loci() + i) < MISSING);
  }

  /** The population of the largest share of each individual: P1 … PK, of shares K×D. */
  public static List<String> populations(Dense shares) {
    return IntStream.range(0, shares.cols()).mapToObj(j -> "P" + (largest(shares, j) + 1)).toList();
  }

  /**
   * Writes a line for each individual: its name, its population, and two columns for each locus,
   * L1.1 and L1.2, with the alleles 1 and 2, or −9 for both.
   *
   * @param counts of allele 2
   * @param populations of the individuals
   * @param file .csv
   */
  public static void write(AlleleCounts counts, List<String> populations, Path file) {
    AtomicFile.write(
        file,
        out -> {
          out.write(header(counts.loci()).getBytes(StandardCharsets.UTF_8));
          for (int j = 0; j < counts.individuals(); j++) {
            out.write(line(counts, populations.get(j), j).getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  private static String header(int loci) {
    StringBuilder header = new StringBuilder("individual,population");
    for (int i = 1; i <= loci; i++) {
      header.append(",L").append(i).append(".1,L").append(i).append(".2");
    }
    return header.append('\n').toString();
  }

  private static String line(AlleleCounts counts, String population, int j) {
    StringBuilder line = new StringBuilder();
    line.append('i').append(j + 1).append(',').append(population);
    for (int i = 0; i < counts.loci(); i++) {
      line.append(
          switch (counts.get(j, i)) {
            case 0 -> ",1,1";
            case 1 -> ",1,2";
            case 2 -> ",2,2";
            default -> UNKNOWN;
          });
    }
    return line.append('\n').toString();
  }

  private static int largest(Dense shares, int j) {
    int largest = 0;
    for (int k = 1; k < shares.rows(); k++) {
      largest = shares.get(k, j) > shares.get(largest, j) ? k : largest;
    }
    return largest;
  }
}
