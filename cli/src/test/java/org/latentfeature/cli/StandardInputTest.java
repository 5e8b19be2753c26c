package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** X from standard input: the same model as from a file. */
class StandardInputTest {

  private static final InputStream OF_PROCESS = System.in;

  @TempDir Path folder = Path.of("");
  private Path table = Path.of("");

  @BeforeEach
  void table() throws IOException {
    table = folder.resolve("x.csv");
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 40; i++) {
      text.append(i % 2).append(',').append(i % 3 == 0 ? 2 : 0).append(',').append(i % 2 + 5);
      text.append('\n');
    }
    Files.writeString(table, text);
  }

  @AfterEach
  void restore() {
    System.setIn(OF_PROCESS);
  }

  @Test
  void theModelIsThatOfTheFile() throws IOException {
    Path ofFile = folder.resolve("file.lfm");
    Path ofInput = folder.resolve("input.lfm");
    Run.lfm("fit", table, "-k", 2, "-o", ofFile, "--backend", "java").succeeds();
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(table)));
    Run.lfm("fit", "-", "--format", "csv", "-k", 2, "-o", ofInput, "--backend", "java").succeeds();
    assertArrayEquals(codes(ofFile, table), codes(ofInput, table));
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(table)));
    assertEquals(
        Run.lfm("score", ofFile, table, "--json", "--backend", "java")
            .succeeds()
            .json()
            .get("rmse"),
        Run.lfm("score", ofInput, "-", "--format", "csv", "--json", "--backend", "java")
            .succeeds()
            .json()
            .get("rmse"));
  }

  private byte[] codes(Path model, Path data) throws IOException {
    Path codes = folder.resolve("z.npy");
    Run.lfm("transform", model, data, "-o", codes, "--backend", "java").succeeds();
    return Files.readAllBytes(codes);
  }

  @Test
  void itsFormatMustBeSaid() {
    System.setIn(new ByteArrayInputStream("1,2\n3,4\n".getBytes(StandardCharsets.UTF_8)));
    Path model = folder.resolve("m.lfm");
    Run.lfm("fit", "-", "-k", 1, "-o", model)
        .fails("lfm: standard input has no supported extension", "--format");
  }

  /** Not by the name of the temporary file, in notes and errors. */
  @Test
  void messagesNameIt() throws IOException {
    System.setIn(new ByteArrayInputStream("a,b\n3,4\n5,x\n".getBytes(StandardCharsets.UTF_8)));
    Path model = folder.resolve("m.lfm");
    Run.lfm("fit", "-", "--format", "csv", "-k", 1, "-o", model)
        .fails("lfm: line 3, column 2 (\"b\") of standard input is \"x\", not a number");
    System.setIn(new ByteArrayInputStream(Files.readAllBytes(table)));
    Run run = Run.lfm("fit", "-", "--format", "csv", "-k", 1, "-o", model, "--backend", "java");
    assertTrue(run.succeeds().err().contains("standard input: 40 × 3"), run.err());
    assertFalse(run.err().contains("standard-input"), run.err());
  }

  @Test
  void itMustHoldSomething() {
    System.setIn(InputStream.nullInputStream());
    Run.lfm("fit", "-", "--format", "csv", "-k", 1, "-o", "m.lfm")
        .isWrongUse("standard input is empty");
    Run.lfm("info", "-").isWrongUse("only where X is named");
  }
}
