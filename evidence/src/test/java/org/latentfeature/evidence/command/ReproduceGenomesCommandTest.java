package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.cli.Run;

/** People of two groups, foretold better with features than without. */
class ReproduceGenomesCommandTest {

  private static final int PEOPLE = 60;
  private static final int LOCI = 40;

  @TempDir Path folder;

  private Path people() throws IOException {
    RandomStream random = new RandomStream(7, "people");
    StringBuilder table = new StringBuilder("id");
    for (int l = 0; l < LOCI; l++) {
      table.append(",L").append(l).append(".1,L").append(l).append(".2");
    }
    for (int i = 0; i < PEOPLE; i++) {
      table.append('\n').append(i);
      for (int l = 0; l < 2 * LOCI; l++) {
        int group = l / 2 % 3 == i % 2 ? 6 : 0;
        boolean missing = l / 2 == i % LOCI;
        table.append(',').append(missing ? -9 : 100 + group + 2 * random.nextInt(4));
      }
    }
    return Files.writeString(folder.resolve("people.csv"), table.append('\n'));
  }

  @Test
  void featuresForetellPeopleBetterThanNone() throws IOException {
    Path table = folder.resolve("genomes.tsv");
    Path chart = folder.resolve("genomes.svg");
    Run.lfm(
            "reproduce",
            "genomes",
            people(),
            "-k",
            "2,4",
            "--most",
            6,
            "--splits",
            2,
            "-o",
            table,
            "--chart",
            chart,
            "--backend",
            "java")
        .succeeds();
    assertTrue(Files.readString(chart).contains("<svg"));
    List<String> lines = Files.readAllLines(table);
    assertEquals(11, lines.size(), "a header, and five models of two splits");
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      double likelihood = Double.parseDouble(cells[3]);
      assertTrue(likelihood > Double.parseDouble(cells[4]), line);
      assertTrue(likelihood > Double.parseDouble(cells[5]), line);
      assertTrue(Integer.parseInt(cells[7]) <= Integer.parseInt(cells[6]), line);
      assertTrue(Integer.parseInt(cells[6]) <= Integer.parseInt(cells[1]), line);
      double rise = Double.parseDouble(cells[9]);
      assertTrue(cells[0].equals("ncrp") ? Double.isNaN(rise) : rise > -1e-9, "it rose: " + line);
    }
  }

  /** The paper's settings are others: another model, another likelihood. */
  @Test
  void thePapersSettingsCount() throws IOException {
    Path people = people();
    Object[] words = {
      "reproduce",
      "genomes",
      people,
      "-k",
      6,
      "--methods",
      "finite",
      "--splits",
      1,
      "--backend",
      "java"
    };
    Object[] paper = Arrays.copyOf(words, words.length + 1);
    paper[words.length] = "--paper";
    String ours = Run.lfm(words).succeeds().out().lines().toList().get(1);
    String theirs = Run.lfm(paper).succeeds().out().lines().toList().get(1);
    assertNotEquals(ours.split("\t", -1)[3], theirs.split("\t", -1)[3]);
  }

  @Test
  void aLocusThatVariesInNoneWhoAreFittedIsNamed() throws IOException {
    Path two =
        Files.writeString(
            folder.resolve("two.csv"), "L1.1,L1.2,L2.1,L2.2\n100,104,7,7\n102,102,7,9\n");
    Run.lfm(
            "reproduce",
            "genomes",
            two,
            "-k",
            1,
            "--methods",
            "finite",
            "--splits",
            1,
            "--training-share",
            .5,
            "--backend",
            "java")
        .fails("locus L2 of", "two.csv is ", "that split 0 fits", "remove the locus");
  }

  @Test
  void wrongNumbersAreNamed() throws IOException {
    Path people = people();
    Run.lfm("reproduce", "genomes", people, "--splits", 0).isWrongUse("--splits is 0");
    Run.lfm("reproduce", "genomes", people, "--samples", 0).isWrongUse("--samples is 0");
    Run.lfm("reproduce", "genomes", people, "-k", 0).isWrongUse("K is 0");
    Run.lfm("reproduce", "genomes", people, "--methods", "mixture")
        .isWrongUse("methods is mixture", "bpfa");
    Run.lfm("reproduce", "genomes", people, "--methods", "bpfa", "--most", 1).isWrongUse("K is 1");
    Run.lfm("reproduce", "genomes", people, "--sigma", 0).isWrongUse("sigma is 0");
    Run.lfm("reproduce", "genomes", people, "--training-share", 1).fails("60 individuals");
  }

  /** More features than people are as many as there are people, and not an error at the end. */
  @Test
  void featuresAreCappedWithANote() throws IOException {
    Run run =
        Run.lfm(
                "reproduce",
                "genomes",
                people(),
                "-k",
                "1,55",
                "--most",
                0,
                "--methods",
                "finite,infinite",
                "--splits",
                1,
                "--time-limit",
                5,
                "--backend",
                "java")
            .succeeds();
    assertTrue(run.err().contains("48 individuals are fitted"), run::toString);
    assertTrue(run.err().contains("K = 55 becomes 48"), run::toString);
    List<String> lines = run.out().lines().toList();
    assertEquals(3, lines.size(), run::toString);
    assertTrue(lines.get(2).startsWith("finite\t48\t0\t"), run::toString);
  }

  @Test
  void asJsonItIsOneObjectWithoutAFile() throws IOException {
    JsonObject answer =
        Run.lfm(
                "reproduce",
                "genomes",
                people(),
                "-k",
                1,
                "--most",
                0,
                "--methods",
                "finite,infinite",
                "--splits",
                1,
                "--backend",
                "java",
                "--json")
            .succeeds()
            .json();
    assertTrue(answer.get("table").isJsonNull());
    assertEquals(1, answer.get("fits").getAsInt());
    JsonObject row = answer.getAsJsonArray("rows").get(0).getAsJsonObject();
    assertEquals("finite", row.get("model").getAsString());
    assertEquals(11, row.size());
  }
}
