package org.latentfeature.cli.effect;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.Lfm;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One line of the table: an option of a command and what it must change.
 *
 * @param place file and line
 * @param base words of the command without the option, or with another value of it
 * @param option its words
 * @param all words of the options that are tried in one run, each with effects of its own
 * @param claims what must differ; empty if {@code elsewhere} says where that is tested
 * @param elsewhere class, relative to the command line's package, and method; null if not elsewhere
 */
record Effect(
    String place,
    List<String> base,
    List<String> option,
    List<String> all,
    List<String> claims,
    @Nullable String elsewhere) {

  private static final CommandLine LFM = Lfm.line();

  /** The command that the first words of {@link #base} name. */
  CommandSpec command() {
    return command(base);
  }

  static CommandSpec command(List<String> words) {
    CommandLine command = LFM;
    for (String word : words) {
      CommandLine inner = command.getSubcommands().get(word);
      if (inner == null) {
        break;
      }
      command = inner;
    }
    return command.getCommandSpec();
  }

  /** The option as the command knows it. */
  OptionSpec spec() {
    return Objects.requireNonNull(find(command(), option.get(0)), this::toString);
  }

  /** The option of this name, with or without a value after it; null if there is none. */
  static @Nullable OptionSpec find(CommandSpec command, String name) {
    String word = name.replaceFirst("=.*", "");
    OptionSpec spec = command.optionsMap().get(word);
    return spec == null ? command.negatedOptionsMap().get(word) : spec;
  }

  /** The words of the run with the option, which replaces one of the same name. */
  List<String> with() {
    List<String> words = OptionWords.without(base, spec(), option);
    words.addAll(all);
    return words;
  }

  @Override
  public String toString() {
    return place + ": " + String.join(" ", base) + " [" + String.join(" ", option) + "]";
  }
}
