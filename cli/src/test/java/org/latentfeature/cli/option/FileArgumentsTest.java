package org.latentfeature.cli.option;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.cli.Lfm;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

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

  private static boolean writes(ArgSpec argument) {
    return argument.userObject() instanceof AnnotatedElement field
        && field.isAnnotationPresent(Writes.class);
  }

  private static List<String> inDirectory(ArgSpec output) {
    Writes writes =
        Objects.requireNonNull(
            ((AnnotatedElement) output.userObject()).getAnnotation(Writes.class));
    return List.of(writes.inDirectory());
  }

  private static boolean reads(ArgSpec argument) {
    return argument.userObject() instanceof AnnotatedElement field
        && field.isAnnotationPresent(Reads.class);
  }

  private static boolean isPath(ArgSpec argument) {
    return Stream.concat(Stream.of(argument.type()), Arrays.stream(argument.auxiliaryTypes()))
        .anyMatch(Set.of(Path.class, File.class, MatrixOutput.class)::contains);
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyPathIsReadOrWritten(CommandSpec command) {
    for (ArgSpec argument : command.args()) {
      boolean one = reads(argument) != writes(argument);
      assertEquals(isPath(argument), one, command.qualifiedName() + " " + name(argument));
    }
  }

  /** A command line that parses, where {@code paths} stand for some of its paths. */
  private Object[] line(CommandSpec command, List<ArgSpec> arguments, List<Path> paths) {
    List<Object> words = new ArrayList<>(List.of(command.qualifiedName().split(" ", -1)));
    words.remove(0);
    List<Object> positional = new ArrayList<>();
    for (ArgSpec argument : command.args()) {
      int at = arguments.indexOf(argument);
      boolean grouped = argument.group() != null;
      if (at < 0 && (grouped ? !name(argument).equals("--group") : !argument.required())) {
        continue;
      }
      Object value = isPath(argument) ? folder.resolve("other-" + words.size() + ".npy") : 1;
      value = argument.paramLabel().equals("HxW") ? "2x2" : value;
      value = at < 0 ? value : paths.get(at);
      if (argument instanceof OptionSpec option) {
        words.addAll(List.of(option.longestName(), value));
      } else {
        positional.addAll(Collections.nCopies(Math.max(1, argument.arity().min()), value));
      }
    }
    words.addAll(positional);
    return words.toArray();
  }

  private Path file(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    NpyWriter.write(Matrix.of(new float[][] {{1, 0}, {0, 1}, {1, 1}}), file);
    return file;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void noOutputIsAnInputOrAnotherOutput(CommandSpec command) throws IOException {
    List<ArgSpec> inputs = command.args().stream().filter(FileArgumentsTest::reads).toList();
    List<ArgSpec> outputs = command.args().stream().filter(FileArgumentsTest::writes).toList();
    Path shared = file(folder.resolve("shared.npy"));
    byte[] before = Files.readAllBytes(shared);
    for (ArgSpec output : outputs) {
      List<String> inside = inDirectory(output);
      if (!inside.isEmpty()) {
        for (String name : inside) {
          Path there = file(folder.resolve("there").resolve(name.replace("*", "some")));
          for (ArgSpec input : inputs) {
            Run.lfm(line(command, List.of(output, input), List.of(there.getParent(), there)))
                .isWrongUse(name(output), name(input), there.toString());
            assertArrayEquals(before, Files.readAllBytes(there));
          }
        }
        continue;
      }
      for (ArgSpec input : inputs) {
        Run.lfm(line(command, List.of(output, input), List.of(shared, shared)))
            .isWrongUse(name(output), name(input), "same file", shared.toString());
      }
      Path fresh = folder.resolve("fresh.npy");
      for (ArgSpec other : outputs.subList(0, outputs.indexOf(output))) {
        Run.lfm(line(command, List.of(output, other), List.of(shared, shared)))
            .isWrongUse(name(output), name(other), "same file");
        Run.lfm(line(command, List.of(output, other), List.of(fresh, fresh)))
            .isWrongUse(name(output), name(other), "same file");
      }
      assertArrayEquals(before, Files.readAllBytes(shared));
      assertFalse(Files.exists(fresh));
    }
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
    Run.lfm("fit", "-", "-k", 1, "-o", "m.lfm").isWrongUse("X is -", "./-");
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
