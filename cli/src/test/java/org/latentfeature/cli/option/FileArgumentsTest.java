package org.latentfeature.cli.option;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Lfm;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** No command replaces a file that it reads, or writes two things to one file. */
public class FileArgumentsTest {

  @TempDir Path folder;

  /** Every command of every group. */
  public static Stream<CommandSpec> commands() {
    return below(Lfm.line());
  }

  private static Stream<CommandSpec> below(CommandLine group) {
    return group.getSubcommands().values().stream()
        .flatMap(c -> Stream.concat(Stream.of(c.getCommandSpec()), below(c)));
  }

  private Path file(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    NpyWriter.write(Matrix.of(new float[][] {{1, 0}, {0, 1}, {1, 1}}), file);
    return file;
  }

  private static void refused(Path data, Path output) throws IOException {
    byte[] before = Files.readAllBytes(data);
    Run.lfm("fit", data, "-k", 1, "-o", output, "--backend", "java")
        .isWrongUse("--output (" + output + ")", "X (" + data + ")");
    assertArrayEquals(before, Files.readAllBytes(data));
  }

  @Test
  void aFileIsKnownByOtherWaysToIt() throws IOException {
    Path data = file(folder.resolve("deep/X.npy"));
    refused(data, data.resolveSibling("../deep/./X.npy"));
    refused(data.resolveSibling("../deep/X.npy"), data);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need rights there")
  void aFileIsKnownThroughLinks() throws IOException {
    Path data = file(folder.resolve("deep/X.npy"));
    Path link = Files.createSymbolicLink(folder.resolve("link.npy"), data);
    Path chain = Files.createSymbolicLink(folder.resolve("chain.npy"), Path.of("link.npy"));
    Path around = Files.createSymbolicLink(folder.resolve("around"), data.getParent());
    Path hard = Files.createLink(folder.resolve("hard.npy"), data);
    for (Path other : List.of(link, chain, around.resolve("X.npy"), hard)) {
      refused(data, other);
      refused(other, data);
    }
    // Two ways to one place where there is nothing yet.
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("deep/new"));
    Run.lfm("path", data, "--max-k", 1, "--table", around.resolve("new"), "-o", dangling)
        .isWrongUse("--table", "--output");
    Path a = folder.resolve("a");
    Files.createSymbolicLink(a, Files.createSymbolicLink(folder.resolve("b"), a));
    Run.lfm("fit", data, "-k", 1, "-o", a).fails("cannot write " + a, "leads back to itself");
  }

  @Test
  void aDeviceMayStandForManyOutputs() throws IOException {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device));
    Path data = file(folder.resolve("X.npy"));
    Run.lfm("path", data, "--max-k", 1, "--table", device, "-o", device, "--backend", "java")
        .succeeds();
  }

  @Test
  void streamsAndEmptyNamesAreNoFiles() {
    Run.lfm("info", "-").isWrongUse("MODEL is -", "./-");
    Run.lfm("fit", "x.npy", "-k", 1, "-o", "-").isWrongUse("--output is -", "./-");
    Run.lfm("fit", "", "-k", 1, "-o", "m.lfm").isWrongUse("X is empty");
    Run.lfm("export", "m.lfm", "--z", "").isWrongUse("--z");
  }

  @Test
  void whatAListNamesIsAnInputToo() throws IOException {
    Path grid = folder.resolve("grid");
    Path table = grid.resolve("results.tsv");
    Files.createDirectories(grid);
    Files.writeString(table, "1\t2\n2\t1\n3\t3\n");
    Path list = Files.writeString(folder.resolve("list.txt"), "grid/results.tsv\n");
    Run.lfm("fit-many", list, "-k", 1, "-o", grid, "--backend", "java")
        .isWrongUse("data of LIST (" + table + ")", "--output (" + grid + ")");
    assertEquals("1\t2\n2\t1\n3\t3\n", Files.readString(table));
    try (Stream<Path> left = Files.list(grid)) {
      assertEquals(Set.of(table), left.collect(Collectors.toSet()));
    }
    // Beside them, data may well lie in the directory.
    Path data = Files.writeString(grid.resolve("X.csv"), "1,2\n2,1\n3,3\n");
    Run.lfm("fit-many", Files.writeString(list, "grid/X.csv\n"), "-k", 1, "-o", grid).succeeds();
    assertTrue(Files.exists(data));
  }

  @Test
  void helpIsGivenWhateverTheFiles() throws IOException {
    Path data = file(folder.resolve("X.npy"));
    Run.lfm("fit", data, "-k", 1, "-o", data, "--help").succeeds();
  }
}
