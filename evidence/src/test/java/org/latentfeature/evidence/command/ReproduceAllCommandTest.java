package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.cli.Run;

/** {@code lfm reproduce all} on a small table of people. */
@Tag("whole")
class ReproduceAllCommandTest {

  @TempDir Path folder;
  private Path people = Path.of("");

  @BeforeEach
  void drawPeople() throws IOException {
    RandomStream random = new RandomStream(7, "people");
    StringBuilder table = new StringBuilder("id");
    for (int l = 0; l < 12; l++) {
      table.append(",L").append(l).append(".1,L").append(l).append(".2");
    }
    for (int i = 0; i < 40; i++) {
      table.append('\n').append(i);
      for (int l = 0; l < 24; l++) {
        table.append(',').append(100 + (l / 2 % 3 == i % 2 ? 6 : 0) + 2 * random.nextInt(4));
      }
    }
    people = Files.writeString(folder.resolve("people.csv"), table.append('\n'));
  }

  private Run run(String out, Object... more) {
    Object[] words = new Object[more.length + 6];
    Object[] first = {"reproduce", "all", "--genomes", people, "-o", folder.resolve(out)};
    System.arraycopy(first, 0, words, 0, 6);
    System.arraycopy(more, 0, words, 6, more.length);
    return Run.lfm(words);
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  @Test
  void aRepeatedRunKeepsWhatIsFinished() throws IOException {
    JsonObject answer = run("a", "--only", "genomes-paper", "--json", "-q").succeeds().json();
    assertEquals(1, answer.get("experiments_run").getAsInt());
    assertEquals(0, answer.get("experiments_kept").getAsInt());
    // Three of the finite model with 25 features at most 30 each, the rise, and two of the
    // infinite.
    assertTrue(answer.get("figures").getAsInt() >= 5, answer::toString);
    String table = text("a/genomes-paper/genomes.tsv");
    String statements = text("a/statements.md");
    assertTrue(statements.contains("Zhang & Paisley 2016, Figure 3"), statements);
    answer = run("a", "--only", "genomes-paper", "--json", "-q").succeeds().json();
    assertEquals(0, answer.get("experiments_run").getAsInt());
    assertEquals(1, answer.get("experiments_kept").getAsInt());
    assertEquals(table, text("a/genomes-paper/genomes.tsv"));
    assertEquals(statements, text("a/statements.md"));
    // Other people are another input, with another result.
    Files.writeString(people, Files.readString(people).replaceFirst("\n39,.*", ""));
    answer = run("a", "--only", "genomes-paper", "--json", "-q").succeeds().json();
    assertEquals(1, answer.get("experiments_run").getAsInt());
    assertNotEquals(table, text("a/genomes-paper/genomes.tsv"));
    assertTrue(run("a", "--only", "genomes-paper", "-v").succeeds().out().contains("statements"));
  }

  @Test
  void aFullRunTakesMore() throws IOException {
    run("a", "--only", "genomes-paper", "--quick").succeeds();
    long few = text("a/genomes-paper/genomes.tsv").lines().count();
    run("b", "--only", "genomes-paper", "--full").succeeds();
    assertTrue(text("b/genomes-paper/genomes.tsv").lines().count() > 5 * few);
    run("a", "--full").fails("a holds a quick run; name another directory by -o");
    run("b").fails("b holds a full run; name another directory by -o");
    run("a", "--quick", "--full").isWrongUse("--quick and --full");
  }

  @Test
  void inputsAreOfTheirExperiments() throws IOException {
    Run run = run("a", "--only", "denoising,figure3,genomes-paper").succeeds();
    assertTrue(run.err().contains("denoising: left out, without --images"), run::toString);
    assertTrue(run.err().contains("figure3: left out, without --data"), run::toString);
    assertFalse(Files.exists(folder.resolve("a/denoising")));
    assertTrue(Files.exists(folder.resolve("a/genomes-paper/genomes.tsv")));
    Path none = folder.resolve("none");
    isIncomplete(run("a", "--only", "denoising", "--images", none), "there is no directory");
    isIncomplete(run("a", "--only", "figure3", "--data", none), "there is no directory");
    isIncomplete(run("a", "--only", "figure2", "--data", none), "there is no directory");
    assertFalse(Files.exists(none));
    assertTrue(Files.exists(folder.resolve("a/statements.tsv")));
    people = none;
    isIncomplete(run("b", "--only", "genomes"), "no such file");
    run("b", "--only", "figure9").isWrongUse("--only is figure9", "figure1");
    run("a/statements.md", "--only", "genomes").fails("is a file; name a directory");
  }

  /** The reason stands above the sentence that sums up. */
  private static void isIncomplete(Run run, String reason) {
    assertEquals(1, run.status(), run::toString);
    assertTrue(run.err().contains(reason), run::toString);
    assertTrue(
        run.err().contains("the table is written, but these experiments failed"), run::toString);
  }
}
