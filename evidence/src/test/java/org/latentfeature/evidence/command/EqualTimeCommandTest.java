package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

/** {@code lfm reproduce figure2|figure3 --methods … --time-limit S}. */
class EqualTimeCommandTest {

  @TempDir Path folder;

  @BeforeEach
  void data() throws IOException {
    Files.createDirectories(folder.resolve("data"));
    SyntheticProblem problem = SyntheticProblem.dense(40, 9, 2, .01, 1);
    NpyWriter.write(problem.x(), folder.resolve("data/Own_X.npy"));
    NpyWriter.write(problem.z(), folder.resolve("data/Own_Z.npy"));
    NpyWriter.write(problem.w(), folder.resolve("data/Own_W.npy"));
    NpyWriter.write(SyntheticProblem.dense(12, 9, 3, 2, 5).x(), folder.resolve("data/Real.npy"));
  }

  private Run figure(int number, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("reproduce", "figure" + number));
    arguments.addAll(List.of("--data", folder.resolve("data"), "-o", folder.resolve("out")));
    arguments.addAll(List.of("--datasets", number == 2 ? "own" : "real", "--backend", "java"));
    arguments.addAll(Arrays.asList(more));
    return Run.lfm(arguments.toArray());
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve("out").resolve(file));
  }

  private List<Map<String, String>> table() throws IOException {
    List<String> lines = text("equal-time.tsv").lines().toList();
    List<String> names = List.of(lines.get(0).split("\t", -1));
    return lines.stream()
        .skip(1)
        .map(
            line -> {
              List<String> cells = List.of(line.split("\t", -1));
              assertEquals(names.size(), cells.size(), line);
              Map<String, String> row = new LinkedHashMap<>();
              names.forEach(name -> row.put(name, cells.get(names.indexOf(name))));
              return row;
            })
        .toList();
  }

  private static double number(Map<String, String> row, String name) {
    return Double.parseDouble(row.getOrDefault(name, ""));
  }

  @Test
  void everyMethodHasALineForEachNumberOfFeatures() throws IOException {
    Path recorded = folder.resolve("recorded.tsv");
    Files.writeString(
        recorded,
        """
        dataset\tmetric\tmethod\tK\tbest\tcount
        Own\trmse_noisy\tMCMC\t2\t0.25\t7
        Own\thamming\tMCMC\t2\t0.125\t7
        """);
    Object[] words = {
      "--methods", "anneal,lasso", "--time-limit", .2, "-k", "1,2", "--recorded", recorded, "--json"
    };
    JsonObject answer = figure(2, words).succeeds().json();
    assertEquals(4, answer.get("comparisons").getAsInt());
    List<Map<String, String>> table = table();
    assertEquals(
        List.of("1 lasso", "1 anneal", "2 lasso", "2 anneal"),
        table.stream().map(row -> row.get("k") + " " + row.get("method")).toList());
    for (Map<String, String> row : table) {
      assertTrue(number(row, "seconds") >= .2, row::toString);
      assertTrue(number(row, "fits") >= 1, row::toString);
      assertEquals(row.get("k"), row.get("features"));
      assertTrue(number(row, "rmse_noisy") <= number(row, "rmse_noisy_raw") + 1e-9, row::toString);
      assertEquals("", row.get("note"));
    }
    Map<String, String> lasso = table.get(2);
    assertEquals(0, number(lasso, "hamming"));
    assertEquals(.01, number(lasso, "rmse_noisy"), .001);
    assertEquals("true", lasso.get("wins"));
    for (Map<String, String> row : table) {
      double lowest =
          table.stream()
              .filter(other -> other.getOrDefault("k", "").equals(row.get("k")))
              .mapToDouble(other -> number(other, "rmse_noisy"))
              .min()
              .orElseThrow();
      double above =
          row.getOrDefault("wins", "").equals("true") ? 0 : number(row, "rmse_noisy") / lowest - 1;
      assertEquals(above, number(row, "above_lowest"), 1e-9);
    }
    assertEquals("", lasso.get("recorded_method") + lasso.get("recorded_rmse_noisy"));
    Map<String, String> anneal = table.get(3);
    assertEquals("MCMC", anneal.get("recorded_method"));
    assertEquals(.25, number(anneal, "recorded_rmse_noisy"));
    assertEquals(.125, number(anneal, "recorded_hamming"));
    assertEquals("", anneal.get("recorded_rmse") + table.get(1).get("recorded_hamming"));

    String page = text("equal-time.html");
    for (String name : List.of("lasso", "anneal", "MCMC, recorded")) {
      assertTrue(page.contains("<th scope=\"row\"><bdi>" + name + "</bdi>"), name);
    }
    assertEquals(5, page.split("<svg ", -1).length - 1, "of each K, and of each error against K");
    for (String error : List.of("Hamming", "RMSE", "RMSE-noisy")) {
      assertTrue(page.contains(error + " against K on Own, at equal time"), error);
    }
    assertTrue(page.contains("MCMC (recorded)"), "in the charts against K");
    assertTrue(page.contains("--methods anneal,lasso"), page);

    String before = text("equal-time.tsv");
    figure(2, words).succeeds();
    assertEquals(before, text("equal-time.tsv"), "a repeated run has nothing left to do");
  }

  @Test
  void errorsFallWithTime() throws IOException {
    figure(3, "--methods", "anneal", "--time-limit", .3, "-k", 4).succeeds();
    List<String> lines = text("equal-time-runs.tsv").lines().toList();
    int column = List.of(lines.get(0).split("\t", -1)).indexOf("improvements");
    double time = 0;
    double error = Double.POSITIVE_INFINITY;
    for (String step : lines.get(1).split("\t", -1)[column].split(";", -1)) {
      String[] parts = step.split(":", -1);
      assertTrue(Double.parseDouble(parts[0]) > time, step);
      assertTrue(Double.parseDouble(parts[1]) < error, step);
      time = Double.parseDouble(parts[0]);
      error = Double.parseDouble(parts[1]);
    }
    assertEquals(error, number(table().get(0), "rmse_noisy"));
    assertEquals("", table().get(0).get("hamming"), "real data have no ground truth");
  }

  @Test
  void aMethodThatRefusesSaysSoAndTheOthersRun() throws IOException {
    Run run = figure(3, "--methods", "lasso,spectral,mf-binary", "--time-limit", .1, "-k", 3);
    String err = run.succeeds().err();
    assertTrue(err.contains("Real, K = 3, spectral: K is 3, but X has 12 rows"), err);
    List<Map<String, String>> table = table();
    assertEquals("", table.get(0).get("note"));
    assertTrue(table.get(1).getOrDefault("note", "").startsWith("K is 3"), table::toString);
    assertEquals("0", table.get(1).get("fits"));
    assertEquals("", table.get(1).get("rmse_noisy"));
    assertEquals("1", table.get(2).get("fits"), "its result does not depend on the seed");
    assertTrue(text("equal-time.html").contains("spectral: K is 3"));
  }

  @Test
  void wrongUseIsNamed() {
    figure(3, "--methods", "lasso,nmf", "--time-limit", 1)
        .isWrongUse("there is no method named nmf", "verified", "mf-binary");
    figure(3, "--methods", "all,nmf", "--time-limit", 1)
        .isWrongUse("--methods is nmf", "lasso, path, verified", "all");
    figure(3, "--methods", "verified,paper", "--time-limit", 1)
        .isWrongUse("--methods is paper", "at equal time");
    figure(3, "--methods", "all").isWrongUse("--methods all", "--time-limit");
    figure(3, "--methods", "all", "--time-limit", 0).isWrongUse("--time-limit is 0.0");
    figure(3, "--methods", "all", "--time-limit", -3).isWrongUse("--time-limit is -3.0");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void aFileOfSomethingElseIsNotResumed() throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out/equal-time-runs.tsv"), "mine\n");
    figure(3, "--methods", "verified", "--time-limit", .1)
        .fails("equal-time-runs.tsv is not a table of this command");
  }
}
