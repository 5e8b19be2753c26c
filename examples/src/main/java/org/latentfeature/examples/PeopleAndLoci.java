package org.latentfeature.examples;

import java.nio.file.Files;
import java.nio.file.Path;
import org.latentfeature.LatentFeatures;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.genome.Genotypes;
import org.latentfeature.markov.MarkovModel;

/** Reads a table of genotypes and fits ancestral groups to it. */
public final class PeopleAndLoci {

  private PeopleAndLoci() {}

  /**
   * Runs it.
   *
   * @param arguments not used
   */
  public static void main(String[] arguments) throws Exception {
    Path file = Files.createTempFile("example", ".csv");
    try (Backend backend = Backends.auto()) {
      StringBuilder table = new StringBuilder("id,A.1,A.2,B.1,B.2,C.1,C.2,D.1,D.2\n");
      for (int i = 0; i < 60; i++) {
        int group = i % 2;
        table.append("p").append(i);
        for (int allele = 0; allele < 8; allele++) {
          int size = 100 + 2 * ((i * (allele + 3)) % 3) + 20 * group * (allele / 2 % 2);
          table.append(',').append(i == 7 && allele < 2 ? -9 : size);
        }
        table.append('\n');
      }
      Files.writeString(file, table);
      Genotypes people = GenotypeReader.read(file, GenotypeOptions.DEFAULT);
      System.out.printf(
          "%d people, %d loci, %d genotype is missing%n",
          people.people(), people.loci().size(), people.x().facts().missing());
      Fitted<MarkovModel> fit = LatentFeatures.markov(4).fit(backend, people.x());
      System.out.printf("%s features in use%n", fit.findings().get("used"));
    } finally {
      Files.delete(file);
    }
  }
}
