package org.latentfeature.io.genome;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.io.AtomicFile;

/** Simulated individuals as the table of genotypes that {@link GenotypeReader} reads. */
public final class GenotypeTable {

  /** Share of the genotypes that are written as missing. */
  public static final double MISSING = .02;

  private static final String UNKNOWN = ",-9,-9";

  private GenotypeTable() {}

  /**
   * Writes a line for each individual: its name, the population of its largest share (P1 … PK), and
   * two columns for each locus, L1.1 and L1.2, with the alleles 1 and 2. A share {@link #MISSING}
   * of the genotypes, drawn at random, is −9.
   *
   * @param drawn loci in rows, individuals in columns
   * @param seed of the missing genotypes
   * @param file .csv
   */
  public static void write(AdmixtureProblem.Drawn drawn, long seed, Path file) {
    RandomStream random = new RandomStream(seed, "missing genotypes");
    AtomicFile.write(
        file,
        out -> {
          out.write(header(drawn.x().rows()).getBytes(StandardCharsets.UTF_8));
          for (int j = 0; j < drawn.x().cols(); j++) {
            out.write(line(drawn, j, random).getBytes(StandardCharsets.UTF_8));
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

  private static String line(AdmixtureProblem.Drawn drawn, int j, RandomStream random) {
    StringBuilder line = new StringBuilder();
    line.append('i').append(j + 1).append(",P").append(largest(drawn.w(), j) + 1);
    for (int i = 0; i < drawn.x().rows(); i++) {
      boolean isMissing = random.nextDouble() < MISSING;
      float halves = drawn.x().get(i, j);
      line.append(isMissing ? UNKNOWN : halves == 0 ? ",1,1" : halves == 1 ? ",2,2" : ",1,2");
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
