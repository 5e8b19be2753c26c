package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Lfm;
import org.latentfeature.cli.Run;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;

/** {@code lfm reproduce}, as a user gives it. */
class ReproduceCommandTest {

  @TempDir Path folder;

  private Path data() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    NpyWriter.write(SyntheticProblem.dense(12, 9, 3, 2, 5).x(), data.resolve("Own.npy"));
    return data;
  }

  private Run figure3(Path data, Object... more) {
    Object[] arguments = new Object[10 + more.length];
    Object[] first = {
      "reproduce",
      "figure3",
      "--data",
      data,
      "-o",
      folder.resolve("out"),
      "--seeds",
      1,
      "--backend",
      "java"
    };
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Run.lfm(arguments);
  }

  @Test
  void fromAFolderToAPageAndBackToNothingLeftToDo() throws IOException {
    Path data = data();
    JsonObject answer = figure3(data, "--json").succeeds().json();
    assertEquals(1, answer.get("data_sets").getAsInt());
    assertTrue(answer.get("complete").getAsBoolean());
    String page = Files.readString(Path.of(answer.get("page").getAsString()));
    assertTrue(page.contains("reproduce figure3 --data " + data), page);
    for (String table : new String[] {"figures.tsv", "comparison.tsv", "times.tsv"}) {
      assertTrue(Files.size(folder.resolve("out").resolve(table)) > 100, table);
    }

    Run again = figure3(data, "--json").succeeds();
    assertEquals(0, again.json().get("runs").getAsInt());
    assertEquals(answer.get("runs"), again.json().get("runs_kept"));
    assertFalse(again.err().contains("run 1 of"), again::toString);
  }

  @Tag("whole")
  @Test
  void progressTellsHowMuchIsLeft() throws IOException {
    String err = figure3(data()).succeeds().err();
    assertTrue(err.contains("run 1 of 1"), err);
    assertTrue(err.contains("Own, path") && err.contains(" left"), err);
    assertEquals("", figure3(data(), "-q").succeeds().err());
  }

  @Test
  void wrongUseIsNamed() throws IOException {
    Run.lfm("reproduce").isWrongUse("an experiment is missing", "figure2", "table-times");
    Run.lfm("reproduce", "figure9", "--data", "x", "-o", "y")
        .isWrongUse("'figure9' is not a command of 'lfm reproduce'");
    Run.lfm("reproduce", "figure2", "-o", "y").isWrongUse("--data");
    Run.lfm("reproduce", "figure2", "--data", data(), "-o", folder.resolve("out"), "--seeds", 0)
        .isWrongUse("--seeds", "'0'");
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    figure3(folder.resolve("none")).fails("there is no directory", "none");
    figure3(Files.createDirectory(folder.resolve("empty"))).fails("no data set for figure3");
    figure3(data(), "--recorded", folder.resolve("none.tsv")).fails("there is no file", "none.tsv");
    Path recorded = folder.resolve("recorded.tsv");
    Files.writeString(recorded, "dataset\tmetric\tmethod\tK\tbest\tcount\nOwn\trmse\tM\t1\tx\t1\n");
    figure3(data(), "--recorded", recorded).fails("line 2", "column best", "'x'");
    assertFalse(Files.exists(folder.resolve("out/index.html")));
  }

  @Test
  @Tag("whole")
  void aDamagedFileIsNamedAndThePageHasTheRest() throws IOException {
    Path data = data();
    Files.writeString(data.resolve("Bad.npy"), "not an array");
    figure3(data).fails("the report is written", "Bad");
    String page = Files.readString(folder.resolve("out/index.html"));
    assertTrue(page.contains("Bad") && page.contains("Own"), page);
  }

  @Test
  void anExperimentIsSuggested() {
    Run.lfm("reproduce", "figure").isWrongUse("did you mean figure1 or figure2 or figure3?");
    Run.lfm("reproduce").isWrongUse("an experiment is missing; choose one of all, figure1, ");
  }

  /** The list of the product tells of the experiments without having read their options. */
  @Test
  void theListOfCommandsIsThatOfCommandsReadInWhole() {
    String whole = Lfm.line().getUsageMessage(CommandLine.Help.Ansi.OFF);
    assertEquals(whole, Run.lfm("--help").succeeds().out());
    assertTrue(whole.contains("Reproduce an experiment of a paper."), whole);
  }
}
