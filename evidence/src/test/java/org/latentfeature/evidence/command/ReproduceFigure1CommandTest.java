package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.cli.Run;

class ReproduceFigure1CommandTest {

  @TempDir Path folder;

  private static Run small(Object... more) {
    Object[] arguments = new Object[10 + more.length];
    Object[] first = {
      "reproduce", "figure1", "--rows", "20", "-k", "2,4", "-p", "0.2,0.5", "--trials", "10"
    };
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Run.lfm(arguments);
  }

  @Test
  void printsALineForEachPoint() {
    List<String> lines = small("-q").succeeds().out().lines().toList();
    assertEquals("n\tk\tp\ttrials\tseed\tfailures\tdependent\tundecided\tfrequency", lines.get(0));
    assertEquals(5, lines.size());
    assertTrue(lines.get(1).startsWith("20\t2\t0.2\t10\t0\t"), lines::toString);
    assertTrue(lines.get(4).startsWith("20\t4\t0.5\t10\t0\t"), lines::toString);
    assertEquals(lines, small().succeeds().out().lines().toList());
    JsonArray points = small("--json").succeeds().json().getAsJsonArray("points");
    assertEquals(4, points.size());
    String failures = points.get(0).getAsJsonObject().get("failures").getAsString();
    assertEquals(failures, List.of(lines.get(1).split("\t")).get(5));
  }

  @Test
  void theChartHasALineForEachNumberOfFeatures() throws IOException {
    Path chart = folder.resolve("chart.svg");
    small("--chart", chart, "-q").succeeds();
    String drawn = Files.readString(chart);
    for (String word : List.of("N = 20, K = 2", "N = 20, K = 4", "share that fails")) {
      assertTrue(drawn.contains(word), word);
    }
  }

  @Test
  void goesOnWhereItStopped() throws IOException {
    Path table = folder.resolve("table.tsv");
    small("-o", table).succeeds();
    String whole = Files.readString(table);
    assertEquals(whole.strip(), small("-q").out().strip());
    // Of a run that was ended after two points, with one of them marked to be known again.
    List<String> lines = whole.lines().toList();
    String marked = lines.get(1).replaceFirst("\t\\d+\t\\d+\t0\t[^\t]*$", "\t7\t3\t0\t0.7");
    Files.write(table, List.of(lines.get(0), marked, lines.get(2)));
    Run run = small("-o", table).succeeds();
    assertEquals(2, run.err().lines().count(), run::toString);
    assertEquals(
        List.of(lines.get(0), marked, lines.get(2), lines.get(3), lines.get(4)),
        Files.readAllLines(table));
    // Another seed is another experiment: all of it is done, and what was there is kept.
    small("-o", table, "--seed", 3, "-q").succeeds();
    assertEquals(9, Files.readAllLines(table).size());
    assertTrue(Files.readAllLines(table).contains(marked));
  }

  @Test
  void aFileThatIsNoSuchTableIsNotTouched() throws IOException {
    Path other = Files.writeString(folder.resolve("other.tsv"), "k\trmse\n1\t2\n");
    small("-o", other).fails("other.tsv", "another");
    assertEquals("k\trmse\n1\t2\n", Files.readString(other));
    Path table = folder.resolve("table.tsv");
    small("-o", table).succeeds();
    Files.writeString(table, Files.readString(table) + "20\t2\n");
    small("-o", table).fails("line 6", "table.tsv");
    small("-o", folder).fails("directory");
    assertFalse(Files.exists(folder.resolve("no")));
    small("-o", folder.resolve("no/t.tsv")).fails("no directory");
  }

  @ParameterizedTest
  @CsvSource({
    "--rows, 0",
    "--rows, x",
    "-k, 0",
    "-k, 257",
    "-p, 0",
    "-p, 1.5",
    "-p, NaN",
    "--trials, 0",
    "--seed, x"
  })
  void optionsOutOfRange(String option, String value) {
    Run.lfm("reproduce", "figure1", option, value).isWrongUse(value);
  }

  @Test
  void theExperimentMustBeNamed() {
    Run.lfm("reproduce").isWrongUse("figure1");
    Run.lfm("reproduce", "figure9").isWrongUse("figure9");
    assertTrue(Run.lfm("reproduce", "figure1", "--help").succeeds().out().contains("Example"));
  }
}
