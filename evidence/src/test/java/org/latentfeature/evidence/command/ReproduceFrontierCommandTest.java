package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.cli.Run;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.ReadOptions;

/** {@code lfm reproduce frontier}, where it takes no time. */
class ReproduceFrontierCommandTest {

  private static final String HEADER =
      "features\trows\tcolumns\tsigma\tprevalence\tdependence\tseed\ttime_limit\tbackend"
          + "\texact\tfound\tverified\tseconds\tended";

  @TempDir Path folder;

  /** Two features in 20 and 40 rows, with two seeds. */
  private static Run small(Object... more) {
    Map<Object, Object> words = new LinkedHashMap<>();
    words.putAll(Map.of("-k", 2, "--columns", 9, "--ratio", "10,20", "--sigma", .01));
    words.putAll(Map.of("--prevalence", .5, "--seeds", 2, "--dependence", "none"));
    words.put("--backend", "java");
    List<Object> flags = new ArrayList<>();
    for (int i = 0; i < more.length; i++) {
      if (List.of("-q", "--json").contains(more[i])) {
        flags.add(more[i]);
      } else {
        words.put(more[i], more[++i]);
      }
    }
    List<Object> all = new ArrayList<>(List.of("reproduce", "frontier"));
    words.forEach((name, value) -> all.addAll(List.of(name, value)));
    all.addAll(flags);
    return Run.lfm(all.toArray());
  }

  /** A line less its seconds. */
  private static String untimed(String line) {
    List<String> cells = new ArrayList<>(List.of(line.split("\t", -1)));
    cells.remove(12);
    return String.join("\t", cells);
  }

  @Test
  void whatIsFoundIsToldOfEveryProblem() throws IOException {
    Path table = folder.resolve("frontier.tsv");
    small("-o", table).succeeds();
    List<String> lines = Files.readAllLines(table);
    assertEquals(HEADER, lines.get(0));
    assertEquals(
        List.of(
            "2\t20\t9\t0.01\t0.5\tnone\t1\t60.0\tjava\ttrue\t2\t2\tconverged",
            "2\t20\t9\t0.01\t0.5\tnone\t2\t60.0\tjava\ttrue\t2\t2\tconverged",
            "2\t40\t9\t0.01\t0.5\tnone\t1\t60.0\tjava\ttrue\t2\t2\tconverged",
            "2\t40\t9\t0.01\t0.5\tnone\t2\t60.0\tjava\ttrue\t2\t2\tconverged"),
        lines.stream().skip(1).map(ReproduceFrontierCommandTest::untimed).toList());
  }

  @Test
  void noiseHidesFeatures() {
    JsonObject lost = small("--sigma", 50, "--json").succeeds().json();
    assertEquals(0, lost.get("exact").getAsInt());
    assertEquals(4, lost.get("fits").getAsInt());
    JsonObject first = lost.getAsJsonArray("rows").get(0).getAsJsonObject();
    assertFalse(first.get("exact").getAsBoolean());
    assertTrue(first.get("found").getAsInt() < 2);
    assertTrue(first.get("seconds").getAsDouble() > 0);
  }

  /** So that anyone can look at a point with the commands that the help names. */
  @Test
  void itIsWhatGenerateAndFitDo() throws IOException {
    Object[] kind = {"--prevalence", ".1..0.4", "--dependence", "chain:.5", "--sigma", 1};
    JsonObject row =
        small(join(kind, "-k", 6, "--ratio", 3, "--seeds", "7..7", "--json"))
            .succeeds()
            .json()
            .getAsJsonArray("rows")
            .get(0)
            .getAsJsonObject();
    Path problem = folder.resolve("p");
    Path model = folder.resolve("m.lfm");
    Run.lfm(
            join(
                kind,
                "generate",
                "dense",
                "--rows",
                18,
                "--columns",
                9,
                "-k",
                6,
                "--seed",
                7,
                "-o",
                problem))
        .succeeds();
    Run.lfm("fit", problem.resolve("X.npy"), "-k", 6, "-o", model, "--backend", "java").succeeds();
    Path z = folder.resolve("Z.npy");
    Run.lfm("export", model, "--z", z).succeeds();
    BinaryMatrix truth = BinaryMatrixReader.read(problem.resolve("Z.npy"), ReadOptions.DEFAULT);
    List<BitVector> found = BinaryMatrixReader.read(z, ReadOptions.DEFAULT).columns();
    assertEquals(
        truth.columns().stream().filter(found::contains).count(), row.get("found").getAsInt());
  }

  private static Object[] join(Object[] last, Object... first) {
    return Stream.concat(Stream.of(first), Stream.of(last)).toArray();
  }

  @Test
  void itResumes() throws IOException {
    Path table = folder.resolve("frontier.tsv");
    small("-o", table).succeeds();
    List<String> lines = Files.readAllLines(table);
    String marked = lines.get(2).replaceFirst("true\t2\t2\t[^\t]*", "false\t1\t1\t7.0");
    Files.write(table, List.of(lines.get(0), marked, lines.get(4)));
    Run run = small("-o", table).succeeds();
    assertEquals(3, run.err().lines().count(), "the backend and two fits: " + run);
    assertEquals(
        List.of(
            untimed(lines.get(1)), untimed(marked), untimed(lines.get(3)), untimed(lines.get(4))),
        Files.readAllLines(table).stream().skip(1).map(l -> untimed(l)).toList());
    // Another limit is another question; what was there stays.
    small("-o", table, "--time-limit", 50, "--seeds", 1, "-q").succeeds();
    assertEquals(7, Files.readAllLines(table).size());
    assertTrue(Files.readAllLines(table).contains(marked));
  }

  @Test
  void theChartHasAPanelForEachKind() throws IOException {
    Path chart = folder.resolve("frontier.svg");
    small("--dependence", "none,pairs:.2", "--chart", chart, "-q").succeeds();
    String svg = Files.readString(chart);
    for (String words :
        List.of(
            "σ = 0.01, prevalence 0.5, dependence none",
            "dependence pairs:0.2",
            "N = 0.1 K²",
            "K = 35, published",
            "all exact")) {
      assertTrue(svg.contains(words), words);
    }
  }

  @Test
  void aFileThatIsNoSuchTableIsNotTouched() throws IOException {
    Path other = Files.writeString(folder.resolve("other.tsv"), "k\trmse\n1\t2\n");
    small("-o", other).fails("other.tsv", "another");
    assertEquals("k\trmse\n1\t2\n", Files.readString(other));
    Files.writeString(
        other, HEADER + "\n2\t20\t9\t0.01\t0.5\tring\t1\t60.0\tjava\ttrue\t2\t1.0\tx\n");
    small("-o", other).fails("line 2", "other.tsv");
    small("-o", folder).fails("directory");
    small("--chart", folder).fails("directory");
    small("-o", other, "--chart", other).isWrongUse("other.tsv");
  }

  @Test
  void aProblemThatCannotBeFittedIsNamed() throws IOException {
    Path table = folder.resolve("frontier.tsv");
    Object[] words = {"--sigma", "0.1,0", "--prevalence", .01, "--ratio", 1, "--seeds", 1};
    small(join(words, "-o", table)).fails("K 2, N 2, sigma 0.0", "seed 1", "nothing to fit");
    assertEquals(2, Files.readAllLines(table).size(), "what came before it is kept");
  }

  @ParameterizedTest
  @CsvSource({
    "--features, 0, at least 1",
    "--features, x, whole numbers",
    "--ratio, 0, from 1",
    "--ratio, 2000000000, from 1 to 1",
    "--columns, 0, at least 1",
    "--sigma, -1.0, 0 … 1.0E30",
    "--sigma, NaN, 0 … 1.0E30",
    "--prevalence, 1.0, below 1",
    "--prevalence, half, 0.1..0.5",
    "--dependence, ring:1, chain:R",
    "--dependence, factor:1.0, below 1",
    "--seeds, 0, from 1",
    "--time-limit, 0.0, above 0",
    "--time-limit, NaN, above 0"
  })
  void whatCannotBeIsNamed(String option, String value, String way) {
    Run.lfm("reproduce", "frontier", option, value)
        .isWrongUse(option, value.replaceAll("0{9}", ""), way);
  }
}
