package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

class StabilityTest {

  private static List<String> column(Path table, String name) throws IOException {
    List<String[]> lines =
        Files.readAllLines(table).stream().map(line -> line.split("\t", -1)).toList();
    int at = Arrays.asList(lines.get(0)).indexOf(name);
    return lines.stream().skip(1).map(line -> line[at]).toList();
  }

  /** Rows that were drawn twice are easier to fit, which says nothing of the data. */
  @Test
  void aResampleOfLessErrorIsNoReference(@TempDir Path folder) throws IOException {
    NpyWriter.write(SyntheticProblem.dense(30, 8, 3, 1, 1).x(), folder.resolve("x.npy"));
    Path list = Files.writeString(folder.resolve("list.txt"), "x.npy\n");
    Path models = folder.resolve("models");
    ManyOptions options =
        ManyOptions.of("a test", () -> new ReferenceProvider().open(Resources.ofThreads(1)), 1);
    Grid grid = Grid.of(2).withSeeds(List.of(3L, 4L)).withBootstraps(2);
    new ManyFits(options).run(ProblemList.read(list, grid), models, ManyFitsListener.SILENT);
    List<String> names = column(models.resolve("results.tsv"), "name");
    List<String> errors = column(models.resolve("results.tsv"), "rmse");
    Map<String, Double> rmse =
        names.stream()
            .collect(
                Collectors.toMap(n -> n, n -> Double.parseDouble(errors.get(names.indexOf(n)))));
    double least =
        Math.min(
            rmse.getOrDefault("x-k2-seed3", Double.NaN),
            rmse.getOrDefault("x-k2-seed4", Double.NaN));
    assertTrue(rmse.values().stream().anyMatch(error -> error < least), rmse::toString);
    for (String reference : column(models.resolve("stability.tsv"), "reference")) {
      assertFalse(reference.contains("boot"), reference);
      assertEquals(least, rmse.getOrDefault(reference, Double.NaN));
    }
  }
}
