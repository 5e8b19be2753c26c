package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.cli.console.HostileText;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What holds of every command, in whatever module it is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class CommandContract {

  private static final Pattern UNIT =
      Pattern.compile(
          "seconds|[Bb]ytes|threads|pixels|grey levels|[Ss]eed"
              + "|[Ff]eatures?|[Rr]ows|[Cc]olumns|[Mm]atrices|[Pp]atches|[Ff]its|[Ss]teps|batches|resamples"
              + "|estimates|paths|[Pp]roblems|splits|[Rr]uns|transitions|GPU number|F times"
              + "|in the units of|Multiply|loci|individuals|populations"
              + "|between 0 and 1|above 0|at least [01]|at most 1");

  private static final Set<Class<?>> NUMBERS =
      Set.of(
          int.class,
          Integer.class,
          long.class,
          Long.class,
          double.class,
          Double.class,
          WholeNumbers.class);

  @TempDir Path folder = Path.of("");

  /** The first word of each command that these tests are about. */
  protected abstract Stream<String> firstWords();

  /** The commands, and those within them, as they are typed. */
  Stream<String> names() {
    List<String> first = firstWords().toList();
    return HelpTest.commands().filter(command -> first.contains(command.replaceFirst(" .*", "")));
  }

  /** The same commands with their arguments. */
  Stream<CommandSpec> commands() {
    return names().map(CommandContract::named);
  }

  private static CommandSpec named(String name) {
    CommandLine command = Lfm.line();
    for (String word : name.split(" ", -1)) {
      command = Objects.requireNonNull(command.getSubcommands().get(word), name);
    }
    return command.getCommandSpec();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCommandHasHelpWithAnExampleOfItself(String command) {
    Object[] words = (command + " --help").split(" ", -1);
    Run run = Run.lfm(words).succeeds();
    assertTrue(run.out().contains("Example"), run::toString);
    assertTrue(run.out().contains("\n  lfm " + command), run::toString);
    assertTrue(run.out().contains("--json"), run::toString);
    assertEquals("", run.err());
  }

  /** The help of every option that is a number says what it counts or between what it lies. */
  @ParameterizedTest
  @MethodSource("commands")
  void everyNumberHasAUnit(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      Class<?> type = option.isMultiValue() ? option.auxiliaryTypes()[0] : option.type();
      if (NUMBERS.contains(type)) {
        String help = String.join(" ", option.description());
        assertTrue(
            UNIT.matcher(help).find(),
            () -> command.qualifiedName() + " " + option.longestName() + ": " + help);
      }
    }
  }

  /** The help of any option shows one default at most, in one form. */
  @ParameterizedTest
  @MethodSource("commands")
  void aDefaultIsShownOnceAndLast(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      String help = String.join(" ", option.description());
      String name = command.qualifiedName() + " " + option.longestName() + ": " + help;
      assertTrue(help.endsWith("."), name);
      int first = help.indexOf("(default: ");
      assertEquals(first, help.lastIndexOf("(default: "), name);
      assertTrue(first < 0 || help.endsWith(")."), name);
    }
  }

  /** Whatever hostile text is an argument, an option, its value or a file. */
  @ParameterizedTest
  @MethodSource("names")
  void noCommandRepeatsAnArgumentAsItIs(String command) {
    List<String> words = List.of(command.split(" ", -1));
    String value = HostileText.ARGUMENT;
    for (List<String> more :
        List.of(
            List.of(value),
            List.of("--" + value),
            List.of("--seed", value),
            List.of("--backend", value, value, value),
            List.of("-k", value, "-o", value, value))) {
      HostileText.isHarmless(Run.lfm(Stream.concat(words.stream(), more.stream()).toArray()));
    }
    HostileText.isHarmless(Run.lfm(value));
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

  private static Path file(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    NpyWriter.write(Matrix.of(new float[][] {{1, 0}, {0, 1}, {1, 1}}), file);
    return file;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void noOutputIsAnInputOrAnotherOutput(CommandSpec command) throws IOException {
    List<ArgSpec> inputs = command.args().stream().filter(CommandContract::reads).toList();
    List<ArgSpec> outputs = command.args().stream().filter(CommandContract::writes).toList();
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
}
