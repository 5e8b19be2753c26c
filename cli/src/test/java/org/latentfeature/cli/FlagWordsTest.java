package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.console.FlagWords;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Phrase;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;

/** What the engine says of arguments, the command line says of flags. */
class FlagWordsTest {

  private static final Pattern FLAG = Pattern.compile("--[a-z-]*");

  @TempDir Path folder;

  private static Set<String> flags(CommandLine command) {
    Set<String> flags = new TreeSet<>(command.getCommandSpec().optionsMap().keySet());
    flags.addAll(command.getCommandSpec().negatedOptionsMap().keySet());
    command.getSubcommands().values().forEach(below -> flags.addAll(flags(below)));
    return flags;
  }

  /** Of the option that a model was fitted with, the flag follows the phrase. */
  @Test
  void everyPhraseHasTheFlagOfACommand() {
    Set<String> flags = flags(Lfm.line());
    for (Phrase phrase : Phrase.values()) {
      String words = FlagWords.in(phrase.toString());
      Matcher named = FLAG.matcher(words);
      assertTrue(named.find(), words);
      assertTrue(phrase == Phrase.FITTED_WITH || flags.contains(named.group()), words);
      while (named.find()) {
        assertTrue(flags.contains(named.group()), words);
      }
    }
  }

  /** A message may be a part of another, which is put into words once more. */
  @Test
  void wordsAreFinal() {
    for (Phrase phrase : Phrase.values()) {
      String words = FlagWords.in("a, " + phrase + ", or " + phrase);
      assertFalse(words.contains(phrase.toString()), words);
      assertEquals(words, FlagWords.in(words));
    }
    assertEquals("no phrase", FlagWords.in("no phrase"));
  }

  private Run fit(Path x, Object... more) {
    Object[] words = new Object[8 + more.length];
    Object[] first = {"fit", x, "-k", 2, "-o", folder.resolve("m.lfm"), "--backend", "java"};
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  /** A file of 160 kB. */
  private Path x(float first) {
    Matrix x = Matrix.allocate(2000, 20);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        x.set(i, j, (i * 31 + j * 7) % 11);
      }
    }
    x.set(0, 0, first);
    Path file = folder.resolve("x.npy");
    NpyWriter.write(x, file);
    return file;
  }

  @Test
  void missingEntries() {
    Path x = x(Float.NaN);
    fit(x).fails("row 1, column 1", "; or pass --missing nan, to fit what is known");
    fit(x, "--missing", "nan", "--reduce", 5).fails("; drop --reduce, or fill in the entries");
  }

  @Test
  void filesLargerThanTheMemory() {
    fit(x(1), "--robust", "--memory", "50k").fails("X is read block by block; raise --memory");
  }

  @Test
  void sparseRows() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      rows.append("0 ").append(i + 1).append(":1\n");
    }
    Path x = Files.writeString(folder.resolve("x.svm"), rows);
    fit(x, "--method", "cumulants")
        .fails("was read as sparse; pass --dense, or use estimator lasso");
    fit(x, "--robust").fails("but X is sparse; pass --dense");
  }

  private Run table(String text, Object... more) throws IOException {
    return fit(Files.writeString(folder.resolve("x.csv"), text), more);
  }

  @Test
  void tablesOfText() throws IOException {
    table("a,1,2\n3,4,5\n")
        .fails(
            "pass --header if the line names the columns, --no-header if it is data, --ids 1 if");
    table("a,,b\n1,2,3\n").fails("name it, or exclude it with --drop 2");
    table("x,y\n1,ann\n").fails("exclude a column with --ids, --labels or --drop");
    table("x,y\n1,2\n", "--drop", "none").fails("has no column \"none\" (--drop)");
  }

  /** The engine writes the table of results, in the words of who asked for it. */
  @Test
  void tablesOfResults() throws IOException {
    Path list = Files.writeString(folder.resolve("list.csv"), "data,k\n" + x(Float.NaN) + ",2\n");
    Path models = folder.resolve("models");
    Run run = Run.lfm("fit-many", list, "-o", models, "--backend", "java");
    assertTrue(run.err().contains("; or pass --missing nan, to fit what is known"), run::toString);
    String table = Files.readString(models.resolve("results.tsv"));
    assertTrue(table.contains("; or pass --missing nan, to fit what is known"), table);
  }
}
