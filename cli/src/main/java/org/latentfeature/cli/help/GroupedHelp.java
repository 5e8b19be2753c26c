package org.latentfeature.cli.help;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of a command with its options in groups, a sentence for each; {@link OptionHelp} has the
 * rest of what there is to say about one.
 */
public final class GroupedHelp extends Help {

  /** The width of help, that of any terminal. */
  public static final int WIDTH = 80;

  /** So many options need no groups. */
  private static final int FEW = 6;

  private static final int INDENT = 2;

  /** Where the sentences begin. */
  private static final int MARGIN = 25;

  /**
   * The help of a command.
   *
   * @param command described
   * @param colours of names and placeholders
   */
  public GroupedHelp(CommandSpec command, ColorScheme colours) {
    super(command, colours);
  }

  @Override
  public String synopsis(int synopsisHeadingLength) {
    String usage = ArgumentText.synopsis(commandSpec().qualifiedName(), commandSpec());
    String lines =
        ArgumentText.wrapped(usage, WIDTH - synopsisHeadingLength).stream()
            .collect(Collectors.joining("\n" + " ".repeat(synopsisHeadingLength)));
    return lines.replace("\n", System.lineSeparator()) + System.lineSeparator();
  }

  @Override
  public String parameterList() {
    StringBuilder text = new StringBuilder();
    commandSpec().positionalParameters().stream()
        .filter(parameter -> !parameter.hidden())
        .forEach(
            parameter -> {
              String label = parameter.paramLabel();
              add(text, colorScheme().parameterText(label).toString(), label.length(), parameter);
            });
    return text.isEmpty() ? "" : System.lineSeparator() + text;
  }

  @Override
  public String optionList() {
    List<OptionSpec> shown =
        commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    StringBuilder text = new StringBuilder();
    Map<OptionGroup, List<OptionSpec>> groups = OptionGroup.sorted(shown);
    if (shown.size() <= FEW) {
      add(text, "Options", groups.values().stream().flatMap(List::stream).toList());
    } else {
      groups.forEach((group, options) -> add(text, group.heading(), options));
    }
    if (!commandSpec().subcommands().isEmpty()) {
      line(text, "");
    }
    return text.toString();
  }

  private void add(StringBuilder text, String heading, List<OptionSpec> options) {
    line(text, "");
    line(text, colorScheme().text("@|bold " + heading + ":|@").toString());
    options.forEach(option -> add(text, option));
  }

  private void add(StringBuilder text, OptionSpec option) {
    String names = ArgumentText.names(option);
    String label = ArgumentText.label(option);
    String coloured =
        colorScheme().optionText(names).toString() + colorScheme().optionParamText(label);
    add(text, coloured, names.length() + label.length(), option);
  }

  private static void add(StringBuilder text, String name, int length, ArgSpec argument) {
    String start = " ".repeat(INDENT) + name;
    int column = INDENT + length;
    List<String> lines = ArgumentText.wrapped(ArgumentText.of(argument).summary(), WIDTH - MARGIN);
    boolean fits = column + 2 <= MARGIN;
    if (!fits) {
      line(text, start);
    }
    for (int i = 0; i < lines.size(); i++) {
      boolean isFirst = i == 0 && fits;
      line(
          text,
          (isFirst ? start + " ".repeat(MARGIN - column) : " ".repeat(MARGIN)) + lines.get(i));
    }
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append(System.lineSeparator());
  }

  /** Examples stay in one line each, so that they can be copied. */
  @Override
  public String footer(Object... params) {
    StringBuilder text = new StringBuilder();
    for (String paragraph : commandSpec().usageMessage().footer()) {
      List<String> lines =
          paragraph.startsWith("  ") ? List.of(paragraph) : ArgumentText.wrapped(paragraph, WIDTH);
      lines.forEach(line -> line(text, line));
    }
    return text.toString();
  }
}
