package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;

class StabilityLimitTest {

  /** Fits of two seeds that find the ground truth have equal features, of similarity 1. */
  @Test
  void equalFeaturesReachALimitOfOne(@TempDir Path folder) throws IOException {
    NpyWriter.write(SyntheticProblem.dense(60, 8, 3, .01, 1).x(), folder.resolve("x.npy"));
    Path list = Files.writeString(folder.resolve("list.txt"), "x.npy\n");
    Path models = folder.resolve("models");
    ManyOptions options =
        new ManyOptions(
            "a test",
            () -> new ReferenceProvider().open(Resources.ofThreads(1)),
            1,
            0,
            ReadOptions.DEFAULT,
            1,
            UnaryOperator.identity());
    Grid grid = Grid.of(3).withSeeds(List.of(3L, 4L));
    new ManyFits(options).run(ProblemList.read(list, grid), models, ManyFitsListener.SILENT);
    List<String[]> lines =
        Files.readAllLines(models.resolve("stability.tsv")).stream()
            .map(line -> line.split("\t", -1))
            .toList();
    int share = Arrays.asList(lines.get(0)).indexOf("z_share");
    assertEquals(
        List.of(1., 1., 1.),
        lines.stream().skip(1).map(line -> Double.valueOf(line[share])).toList());
  }
}
