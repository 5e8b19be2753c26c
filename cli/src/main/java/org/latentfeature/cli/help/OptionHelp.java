package org.latentfeature.cli.help;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latentfeature.io.DidYouMean;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** All that there is to say about one option or parameter: {@code lfm fit --help NAME}. */
public final class OptionHelp {

  private static final String REFERENCE = "cli.md";

  /** Pages about the methods of commands, by the first words of the commands. */
  private static final Map<String, String> PAGES =
      Map.of(
          "lfm markov", "markov.md",
          "lfm denoise", "markov.md",
          "lfm ibp", "indian-buffet.md",
          "lfm spectral", "spectral.md",
          "lfm admixture", "admixture.md",
          "lfm reproduce", "reproduction.md");

  private final CommandSpec command;

  /**
   * Help on single arguments of a command.
   *
   * @param command whose arguments they are
   */
  public OptionHelp(CommandSpec command) {
    this.command = command;
  }

  /**
   * Returns whether the words of a command line end with {@code --help NAME}; {@code --json} is no
   * such name, but {@code json} is.
   *
   * @param words all that were typed
   */
  public static boolean isRequestedBy(List<String> words) {
    int last = words.size() - 1;
    // Programs end every command with this one, also where they ask for the whole help.
    return last > 0
        && !words.get(last).equals("--json")
        && List.of("-h", "--help").contains(words.get(last - 1));
  }

  /** Returns whether the command takes a word after {@code --help} as the name of an argument. */
  public boolean isGiven() {
    return command.subcommands().isEmpty() && command.unmatchedArgsBindings().isEmpty();
  }

  /**
   * Prints the full description of an argument, its default and the page that explains it.
   *
   * @param word the name of an option, with or without hyphens, or of a parameter
   * @throws ParameterException if there is no such argument
   */
  public void print(String word, PrintWriter out) {
    ArgSpec argument = named(word);
    ArgumentText text = ArgumentText.of(argument);
    out.println(command.qualifiedName() + " " + heading(argument));
    out.println();
    ArgumentText.wrapped(text.sentences(), GroupedHelp.WIDTH).forEach(out::println);
    out.println();
    ArgumentText.wrapped(otherwise(argument, text), GroupedHelp.WIDTH).forEach(out::println);
    out.println("Explained in docs/" + page(argument) + ".");
    out.flush();
  }

  private static String heading(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? ArgumentText.names(option) + ArgumentText.label(option)
        : argument.paramLabel();
  }

  private static String otherwise(ArgSpec argument, ArgumentText text) {
    if (argument.required() && argument.group() == null) {
      return "Required.";
    }
    boolean isFlag = argument instanceof OptionSpec option && option.arity().max() == 0;
    String none = isFlag ? "off" : "none";
    return "Default: " + (text.otherwise().isEmpty() ? none : text.otherwise()) + ".";
  }

  private ArgSpec named(String word) {
    String name = word.replaceFirst("=.*", "").replaceFirst("^--no-", "--");
    for (String each : List.of(word, name)) {
      OptionSpec option = command.findOption(each);
      if (option != null) {
        return option;
      }
    }
    List<String> known = new ArrayList<>(command.optionsMap().keySet());
    for (ArgSpec parameter : command.positionalParameters()) {
      if (parameter.paramLabel().equals(word)) {
        return parameter;
      }
      known.add(parameter.paramLabel());
    }
    throw new ParameterException(
        command.commandLine(),
        "'%s' is not an option of '%s'%s"
            .formatted(word, command.qualifiedName(), DidYouMean.of(word, known)));
  }

  /** Returns the page that explains an argument; the reference, where there is no other. */
  String page(ArgSpec argument) {
    String own =
        PAGES.entrySet().stream()
            .filter(page -> (command.qualifiedName() + " ").startsWith(page.getKey() + " "))
            .map(Map.Entry::getValue)
            .findAny()
            .orElse("");
    if (!(argument instanceof OptionSpec option)) {
      return own.isEmpty() ? "formats.md" : own;
    }
    boolean isOfMethod =
        switch (OptionGroup.of(option)) {
          case MODEL, NOISE -> true;
          case MOST_USED, DATA, SIZE, MACHINE, OUTPUT -> OptionGroup.page(option).isEmpty();
        };
    if (isOfMethod && !own.isEmpty()) {
      return own;
    }
    return OptionGroup.page(option).isEmpty() ? REFERENCE : OptionGroup.page(option);
  }
}
