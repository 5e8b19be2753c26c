package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.latentfeature.base.progress.WorkListener;

/** Messages of the engine speak of arguments; flags are the command line's. */
class PhraseTest {

  /** A flag within a text in quotes, but none of PLINK, whose command line messages quote. */
  private static final Pattern FLAG =
      Pattern.compile("\"[^\"\\n]*(?<![\\w-])--(?!recode A|file NAME)[a-z%\"]");

  private static String message(Executable failing) {
    return String.valueOf(assertThrows(DataException.class, failing).getMessage());
  }

  private static void says(Phrase phrase, Executable failing) {
    String message = message(failing);
    assertTrue(message.contains(phrase.toString()), message);
    assertFalse(message.contains("--"), message);
  }

  @Test
  void noPhraseHasAFlagOrIsPartOfAnother() {
    for (Phrase phrase : Phrase.values()) {
      assertFalse(phrase.toString().contains("--"), phrase::name);
      for (Phrase other : Phrase.values()) {
        assertEquals(
            phrase == other, other.toString().contains(phrase.toString()), phrase + " in " + other);
      }
    }
  }

  @Test
  void failuresNameNoFlag() {
    SparseRows sparse = SparseRows.of(1, 2, new int[] {0, 1}, new int[] {1}, new float[] {3});
    says(Phrase.DENSE, sparse::matrix);
    says(
        Phrase.MISSING, () -> Matrix.of(new float[][] {{1, Float.NaN}}).facts().requireFinite("X"));
    says(Phrase.EMPTY_ROWS, () -> MissingEntries.of(Matrix.of(new float[][] {{1}, {Float.NaN}})));
    says(
        Phrase.EMPTY_COLUMNS,
        () ->
            KnownParts.requireColumns(
                Matrix.of(new float[][] {{1, Float.NaN}}), j -> "column " + j));
    try (FileRows file =
        new FileRows(new MatrixBlocks(Matrix.of(new float[][] {{1, 2}})), 1, WorkListener.SILENT)) {
      says(Phrase.MEMORY, file::matrix);
    }
  }

  /** A flag in a message misleads whoever calls a method; this looks at all of them. */
  @Test
  void noTextOfTheEngineHasAFlag() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Files.readString(file)
            .lines()
            .filter(line -> FLAG.matcher(line).find())
            .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
      }
    }
    assertEquals(List.of(), found);
  }
}
