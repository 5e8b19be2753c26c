package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.latentfeature.cli.fuzz.Choice;
import org.latentfeature.cli.fuzz.Commands;
import org.latentfeature.cli.fuzz.Fixtures;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Commands that would do, with options of theirs beside it that may not. */
final class FuzzOptions {

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

  private final Fixtures good;
  private final CommandSpec root = Lfm.line().getCommandSpec();

  FuzzOptions(Fixtures good) {
    this.good = good;
  }

  List<String> next(Choice choice, Path home) throws IOException {
    Path x = Files.copy(good.x(), home.resolve("x.npy"));
    List<String> words = base(choice, x, home);
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

  private List<String> base(Choice choice, Path x, Path home) {
    Path lasso = good.lasso();
    Path markov = good.markov();
    Path out = home.resolve("out.npy");
    Path model = home.resolve("out.lfm");
    return switch (choice.below(15)) {
      case 0 -> Commands.fit(x, model);
      case 1 -> Commands.path(x, home.resolve("t.tsv"));
      case 2 -> Commands.transform(lasso, x, out);
      case 3 -> Commands.score(lasso, x);
      case 4 -> Commands.words("info", lasso);
      case 5 -> Commands.export(lasso, out);
      case 6 -> Commands.plot(lasso, home.resolve("out.png"));
      case 7 -> Commands.words("identifiable", lasso);
      case 8 -> Commands.markovFit(x, model);
      case 9 -> Commands.markovScore(markov, x);
      case 10 -> Commands.markovGraph(markov, home.resolve("out.svg"));
      case 11 -> Commands.words("reproduce", "figure1", "--trials", 2, "-k", 2, "-p", 0.5);
      case 12 -> Commands.onJava("fit-many", x, "-k", 1, "-o", home.resolve("out"));
      case 13 -> dense(home);
      default -> Commands.words("generate", "syn0", "-o", home.resolve("out"));
    };
  }

  private static List<String> dense(Path home) {
    return Commands.words(
        "generate", "dense", "--rows", 9, "--columns", 4, "-k", 3, "-o", home.resolve("out"));
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
