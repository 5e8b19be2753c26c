package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.latentfeature.cli.fuzz.Choice;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Commands that would do, with options of theirs beside it that may not. */
public final class FuzzOptions {

  /** Makes a command that would do. */
  @FunctionalInterface
  public interface Base {

    /**
     * Chooses the words of a command.
     *
     * @param x a matrix to read
     * @param home the folder to write to
     */
    List<String> next(Choice choice, Path x, Path home);
  }

  /** A large value asks for much work, and gets it. */
  private static final Set<String> AMOUNTS =
      Set.of(
          "--iterations",
          "--samples",
          "--trials",
          "--rows",
          "--columns",
          "--max-nodes",
          "--most",
          "--jobs",
          "--threads",
          "--seeds",
          "--seed",
          "--bootstrap",
          "--features",
          "--max-k",
          "--path-to",
          "--batch",
          "--splits",
          "--memory");

  private final Path matrix;
  private final Base base;
  private final CommandSpec root = Lfm.line().getCommandSpec();

  /** Takes a matrix, of which each command has a copy, and the commands. */
  public FuzzOptions(Path matrix, Base base) {
    this.matrix = matrix;
    this.base = base;
  }

  /** The words of the next command line, which may write to {@code home}. */
  public List<String> next(Choice choice, Path home) throws IOException {
    Path x = Files.copy(matrix, home.resolve("x.npy"));
    List<String> words = base.next(choice, x, home);
    CommandSpec command = root;
    for (String word : words) {
      CommandLine inner = command.subcommands().get(word);
      if (inner == null) {
        break;
      }
      command = inner.getCommandSpec();
    }
    for (int n = choice.between(1, 3); n > 0; n--) {
      words.addAll(option(choice, command, home, x));
    }
    if (choice.oneIn(10)) {
      words.remove(choice.below(words.size()));
    }
    if (choice.oneIn(10)) {
      words.add(choice.below(words.size() + 1), choice.token());
    }
    return words;
  }

  private static List<String> option(Choice choice, CommandSpec command, Path home, Path x) {
    if (command.options().isEmpty()) {
      return List.of(choice.token());
    }
    OptionSpec option = choice.of(command.options());
    String name = choice.of(option.names());
    if (option.arity().max() == 0) {
      return List.of(name);
    }
    String value =
        option.typeInfo().getClassName().endsWith("Path")
                || option.typeInfo().getClassName().endsWith("MatrixOutput")
            ? choice
                .of(
                    home.resolve("out.npy"),
                    home.resolve("out.csv"),
                    home.resolve("none/out.npy"),
                    home,
                    x)
                .toString()
            : AMOUNTS.stream().anyMatch(List.of(option.names())::contains)
                ? choice.of(
                    "0",
                    "-1",
                    "1",
                    "2",
                    "3",
                    "x",
                    "",
                    "NaN",
                    "99999999999999999999",
                    "1..2",
                    "\u001b[0m")
                : choice.token();
    return choice.oneIn(2) ? List.of(name + "=" + value) : List.of(name, value);
  }
}
