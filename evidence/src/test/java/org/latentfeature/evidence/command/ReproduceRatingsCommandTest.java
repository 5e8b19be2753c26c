package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;

/** {@code lfm reproduce ratings}: its table and its errors. */
@Tag("whole")
class ReproduceRatingsCommandTest {

  @TempDir Path folder = Path.of("");

  private Path ratings() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= 60; i++) {
      for (int j = 1; j <= 40; j++) {
        if (CounterRandom.uniform(1, i, j) < .6) {
          boolean likes = i % 2 == 0;
          double stars = 3 + (likes ? 1 : -1) * (j % 2 == 0 ? 1 : -1);
          double noisy = stars + .3 * CounterRandom.normal(2, i, j);
          lines.add(i + "\t" + j + "\t" + Math.round(noisy) + "\t88125" + i);
        }
      }
    }
    return Files.write(folder.resolve("u.tsv"), lines);
  }

  private static Run run(Object... words) {
    List<Object> all = new ArrayList<>(List.of("reproduce", "ratings"));
    all.addAll(List.of(words));
    all.addAll(List.of("--backend", "java"));
    return Run.lfm(all.toArray());
  }

  @Test
  void theTableHasEveryMethod() throws IOException {
    Path table = folder.resolve("ratings.tsv");
    Path ratings = ratings();
    Run run = run(ratings, "--drop", 4, "-k", 2, "--fits", 5, "-o", table, "--json").succeeds();
    JsonArray rows = run.json().get("rows").getAsJsonArray();
    List<String> lines = Files.readAllLines(table);
    assertEquals("method\tfits\trmse\tseconds", lines.get(0));
    assertEquals(9, lines.size());
    List<String> methods =
        lines.stream().skip(1).map(l -> l.replaceFirst("(\t\\d+)\t.*", "$1")).toList();
    assertEquals(
        List.of(
            "mean\t0",
            "film means\t0",
            "biases\t0",
            "biases + 2 factors\t1",
            "biases + 2 features, hard\t1",
            "biases + 2 features, soft\t1",
            "biases + 2 features, soft\t4",
            "biases + 2 features, soft\t5"),
        methods);
    double biases = rows.get(2).getAsJsonObject().get("rmse").getAsDouble();
    double hard = rows.get(4).getAsJsonObject().get("rmse").getAsDouble();
    assertTrue(hard < .7 * biases, run::toString);
    Run again = run(ratings, "--drop", 4, "-k", 2, "--fits", 5, "--json").succeeds();
    for (int row = 0; row < rows.size(); row++) {
      assertEquals(
          rows.get(row).getAsJsonObject().get("rmse"),
          again.json().get("rows").getAsJsonArray().get(row).getAsJsonObject().get("rmse"));
    }
  }

  @Test
  void wrongUseIsTold() throws IOException {
    Path ratings = ratings();
    run(ratings).fails("has 4 columns, but triplets have three", "leave out columns (--drop)");
    run(ratings, "--drop", 4, "-k", 61).fails("60 users", "61 features", "-k");
    run(ratings, "--drop", 4, "-k", 0).isWrongUse("-k is 0");
    run(ratings, "--drop", 4, "--fits", 0).isWrongUse("--fits is 0");
    run(ratings, "--drop", 4, "--hold-out", 1).isWrongUse("--hold-out is 1.0");
    run(ratings, "--drop", 4, "--ridge", -1).isWrongUse("ridge is -1.0");
    run(ratings, "--drop", 4, "--bit-cost", "nan").isWrongUse("bit-cost");
    Path one = Files.writeString(folder.resolve("one.csv"), "1,1,5\n");
    run(one, "-k", 1).fails("ratings are held out");
  }
}
