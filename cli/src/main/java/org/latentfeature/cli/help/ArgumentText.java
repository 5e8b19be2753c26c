package org.latentfeature.cli.help;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words of help about an option or a parameter.
 *
 * @param sentences its description, without the default
 * @param otherwise the default as the description states it; empty if it states none
 */
public record ArgumentText(String sentences, String otherwise) {

  /** Longer defaults are left to the help of the one option. */
  private static final int SHORT_DEFAULT = 10;

  private static final Pattern DEFAULT =
      Pattern.compile(" \\(default: ((?:[^()]|\\([^()]*\\))*)\\)\\.?$");

  /** Between two sentences, which "et al." does not end. */
  private static final Pattern SENTENCES = Pattern.compile("(?<=\\.)(?<! al\\.) ");

  /** Returns the words about an argument. */
  static ArgumentText of(ArgSpec argument) {
    String all = String.join(" ", argument.description()).strip();
    Matcher stated = DEFAULT.matcher(all);
    if (!stated.find()) {
      return new ArgumentText(all, "");
    }
    String text = all.substring(0, stated.start());
    return new ArgumentText(text.endsWith(".") ? text : text + ".", stated.group(1));
  }

  /** Returns the first sentence, with the default if it is short. */
  String summary() {
    String first = SENTENCES.split(sentences, 2)[0];
    return otherwise.isEmpty() || otherwise.length() > SHORT_DEFAULT
        ? first
        : first.replaceFirst("\\.$", "") + " (default: " + otherwise + ").";
  }

  /** Returns the placeholder of the value as it follows the name; empty for a flag. */
  static String label(OptionSpec option) {
    if (option.arity().max() == 0) {
      return "";
    }
    String label = "=" + option.paramLabel();
    String several = option.splitRegex().equals(",") && !label.endsWith(",…") ? ",…" : "";
    return option.arity().min() == 0 ? "[" + label + "]" : label + several;
  }

  /** Returns the names of an option. */
  static String names(OptionSpec option) {
    List<String> names = new ArrayList<>(List.of(option.names()));
    if (option.negatable()) {
      names.replaceAll(name -> name.replaceFirst("^--", "--[no-]"));
    }
    return String.join(", ", names);
  }

  /** Returns the command with its parameters and required options; all others are optional. */
  public static String synopsis(String name, CommandSpec spec) {
    Stream<String> required =
        Stream.<ArgSpec>concat(
                spec.positionalParameters().stream(),
                spec.options().stream().filter(option -> option.group() == null))
            .filter(ArgSpec::required)
            .map(ArgumentText::shortest);
    Stream<String> oneOf =
        spec.argGroups().stream()
            .filter(group -> group.multiplicity().min() > 0)
            .map(ArgGroupSpec::synopsis);
    String optional = spec.subcommands().isEmpty() ? "[OPTIONS]" : "[OPTIONS] COMMAND";
    return Stream.of(Stream.of(name), required, oneOf, Stream.of(optional))
        .flatMap(words -> words)
        .collect(Collectors.joining(" "));
  }

  private static String shortest(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? option.shortestName() + " " + option.paramLabel()
        : argument.paramLabel();
  }

  /** Returns {@code text} in lines of at most {@code width} characters, broken at spaces only. */
  static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
