package org.latentfeature.cli;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.help.ArgumentText;
import org.latentfeature.cli.help.OptionGroup;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.ReadingOptions;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A page of commands with their parameters, options and examples, in markdown. */
public final class CliReference {

  private static final String HEAD =
      """
      # Command line reference

      <!-- Written from the program's own help by CliReferenceTest, which says how to renew it. -->

      `./lfm COMMAND --help` shows the first sentence about each option, `./lfm COMMAND --help NAME` all about one, such as
      `./lfm fit --help view`; `./lfm --version` shows the version, the JVM and the backends. In a clone of the sources
      `./lfm` builds the program first if sources have changed.

      ## Conventions

      - **Output.** Results go to standard output, progress and notes to standard error. Every command
        accepts `--json`, which prints the result as one JSON object, and `-q`, which prints only results
        and errors.
      - **Progress.** A command that takes more than 3 seconds shows its progress: on a terminal in one line
        that is updated in place, elsewhere as a line every few seconds.
      - **Exit status.** 0 success, also when `--time-limit` stopped the fit; 1 error, also when a device
        failed and the best model was saved; 2 usage error; 130 interrupted by Ctrl-C, 143 by SIGTERM.
      - **Interruption.** Ctrl-C stops a fit within a second, as `--time-limit` does; the best model so far is
        saved. If a device fails during a fit, the best model so far is saved too, and the exit status is 1.
      - **Overwriting.** An output replaces an existing file only when it is complete. An output that is the
        same file as an input or as another output, also through links, is refused.
      - **Memory** is checked before a fit starts, against that of the machine or the container; a GPU's
        against what is free on it. `LFM_JAVA_OPTS=-XX:MaxDirectMemorySize=8g` sets a lower limit.
      - **Determinism.** Equal seeds on one backend with one number of threads give equal models.
      - **Control characters** and marks of text direction in names are printed as escapes such as `\\u001b`;
        JSON keeps them.
      - **Scaling.** `--scale-by 0.00392156862745098` maps images of 0…255 to 0…1 while they are read. The model
        stores the factor, applies it to new data, and gives rows back in the units of the file.
      - **Environment.** `LFM_JAVA_OPTS` holds options of the JVM that runs the program, `MAVEN_OPTS` of the
        build. Native libraries are unpacked once, into `~/.cache/lfm`.
      """;

  /** Chapters of commands; what stands in none comes last. */
  private static final Map<String, List<String>> CHAPTERS = chapters();

  private static Map<String, List<String>> chapters() {
    Map<String, List<String>> chapters = new LinkedHashMap<>();
    chapters.put("Start", List.of("demo", "generate"));
    chapters.put(
        "Fit",
        List.of(
            "fit", "fit-many", "path", "markov fit", "spectral fit", "ibp fit", "admixture fit"));
    chapters.put(
        "Use a model",
        List.of(
            "transform",
            "reconstruct",
            "impute",
            "score",
            "info",
            "name",
            "update",
            "export",
            "plot",
            "report"));
    chapters.put("Inspect a model", List.of("identifiable", "markov graph", "markov map"));
    chapters.put("Images", List.of("add-noise", "denoise"));
    return chapters;
  }

  /** Options that many commands have, each set described once. */
  private static final Map<String, Class<?>> SHARED = shared();

  private static Map<String, Class<?>> shared() {
    Map<String, Class<?>> shared = new LinkedHashMap<>();
    shared.put("Output options", Reporting.class);
    shared.put("Backend options", BackendOptions.class);
    shared.put("Input options", ReadingOptions.class);
    return shared;
  }

  /** The page with the options that many commands have; empty if it is this one. */
  private final String sharedPage;

  private final Map<String, CommandSpec> commands = new LinkedHashMap<>();
  private final Map<String, String> aliases = new LinkedHashMap<>();
  private final StringBuilder text = new StringBuilder();

  private CliReference(String prefix, CommandLine group, String sharedPage) {
    this.sharedPage = sharedPage;
    collect(prefix, group);
  }

  /** The whole of {@code docs/cli.md}: every command of the product. */
  static String markdown() {
    CliReference reference = new CliReference("", Lfm.line(), "");
    reference.write();
    return reference.text.toString();
  }

  /**
   * The whole page of a group of commands, such as {@code lfm reproduce}.
   *
   * @param head what comes before the list of the commands
   * @param group the name of the group
   */
  public static String ofGroup(String head, String group) {
    CommandLine line = requireNonNull(Lfm.line().getSubcommands().get(group), group);
    CliReference reference = new CliReference(group + " ", line, "cli.md");
    reference.text.append(head).append("\n| | |\n|---|---|\n");
    reference.commands.keySet().forEach(reference::contentsLine);
    reference.commands.forEach(reference::command);
    return reference.text.toString();
  }

  /** Commands that do something, by their words; one that stands at two places, once. */
  private void collect(String before, CommandLine group) {
    Map<Class<?>, String> known = new HashMap<>();
    commands.forEach((name, spec) -> known.put(spec.userObject().getClass(), name));
    group
        .getSubcommands()
        .forEach(
            (word, command) -> {
              String name = before + word;
              String same = known.get(command.getCommandSpec().userObject().getClass());
              if (!command.getSubcommands().isEmpty()) {
                collect(name + " ", command);
              } else if (same != null) {
                aliases.put(name, same);
              } else {
                commands.put(name, command.getCommandSpec());
              }
            });
  }

  private void write() {
    text.append(HEAD);
    Map<String, List<String>> chapters = new LinkedHashMap<>(CHAPTERS);
    Set<String> rest = new LinkedHashSet<>(commands.keySet());
    CHAPTERS.values().forEach(rest::removeAll);
    chapters.put("Backends, timings, experiments, shell", List.copyOf(rest));
    contents(chapters);
    SHARED.forEach(this::shared);
    chapters.forEach(
        (chapter, names) -> {
          text.append("\n## ").append(chapter).append('\n');
          names.forEach(name -> command(name, named(name)));
        });
  }

  private CommandSpec named(String name) {
    return requireNonNull(commands.get(name), () -> "there is no command " + name);
  }

  private void contents(Map<String, List<String>> chapters) {
    text.append("\n## Commands\n\n| | |\n|---|---|\n");
    chapters.forEach(
        (chapter, names) -> {
          text.append("| **").append(chapter).append("** | |\n");
          names.forEach(this::contentsLine);
        });
    text.append('\n');
    String same =
        aliases.entrySet().stream()
            .map(alias -> "`lfm %s` is `lfm %s`".formatted(alias.getKey(), alias.getValue()))
            .collect(Collectors.joining(", "));
    text.append(same).append(".\n");
  }

  private void contentsLine(String name) {
    text.append("| [`").append(name).append("`](#lfm-").append(name.replace(' ', '-'));
    text.append(") | ").append(cell(named(name).usageMessage().description()[0]));
    text.append(" |\n");
  }

  private void shared(String heading, Class<?> options) {
    CommandSpec any =
        commands.values().stream()
            .filter(spec -> shares(spec, options))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no command has " + options));
    text.append("\n## ").append(heading).append("\n\n");
    table(List.of(), ofMixin(any, options));
  }

  private static boolean shares(CommandSpec spec, Class<?> options) {
    return mixins(spec).anyMatch(m -> options.isInstance(m.userObject()));
  }

  /** Those of a command, and those within them. */
  private static Stream<CommandSpec> mixins(CommandSpec spec) {
    return spec.mixins().values().stream().flatMap(m -> Stream.concat(Stream.of(m), mixins(m)));
  }

  private static List<OptionSpec> ofMixin(CommandSpec spec, Class<?> options) {
    return mixins(spec)
        .filter(mixin -> options.isInstance(mixin.userObject()))
        .flatMap(mixin -> mixin.options().stream())
        .toList();
  }

  private void command(String name, CommandSpec spec) {
    text.append("\n### lfm ").append(name).append("\n\n");
    for (String paragraph : spec.usageMessage().description()) {
      if (!paragraph.isBlank()) {
        text.append(prose(paragraph)).append("\n\n");
      }
    }
    String usage = ArgumentText.synopsis("lfm " + name, spec);
    text.append("```text\n").append(usage).append("\n```\n\n");
    List<String> shared = new ArrayList<>();
    Set<String> described = new LinkedHashSet<>();
    SHARED.forEach(
        (heading, options) -> {
          if (shares(spec, options)) {
            String link = heading.toLowerCase(Locale.ROOT);
            shared.add("[%s](%s#%s)".formatted(link, sharedPage, link.replace(' ', '-')));
            ofMixin(spec, options).forEach(option -> described.add(option.longestName()));
          }
        });
    List<OptionSpec> own =
        spec.options().stream().filter(o -> !described.contains(o.longestName())).toList();
    table(spec.positionalParameters(), own);
    if (!shared.isEmpty()) {
      text.append("\nAlso: ").append(String.join(", ", shared)).append(".\n");
    }
    List<String> examples =
        Stream.of(spec.usageMessage().footer()).filter(line -> line.startsWith("  ")).toList();
    if (!examples.isEmpty()) {
      text.append("\n```bash\n");
      examples.forEach(line -> text.append(line.strip()).append('\n'));
      text.append("```\n");
    }
  }

  /** Parameters, then options in the groups of help; a single group needs no heading. */
  private void table(List<PositionalParamSpec> parameters, List<OptionSpec> options) {
    Map<OptionGroup, List<OptionSpec>> groups =
        OptionGroup.sorted(options.stream().filter(option -> !option.hidden()).toList());
    if (parameters.isEmpty() && groups.isEmpty()) {
      return;
    }
    text.append("| | |\n|---|---|\n");
    parameters.stream().filter(parameter -> !parameter.hidden()).forEach(this::row);
    groups.forEach(
        (group, members) -> {
          if (groups.size() > 1) {
            text.append("| **").append(group.heading()).append("** | |\n");
          }
          members.forEach(this::row);
        });
  }

  private void row(ArgSpec argument) {
    text.append("| ").append(names(argument)).append(" | ");
    text.append(cell(String.join(" ", argument.description()))).append(" |\n");
  }

  private static String names(ArgSpec argument) {
    if (argument instanceof PositionalParamSpec) {
      return "`" + argument.paramLabel() + "`";
    }
    OptionSpec option = (OptionSpec) argument;
    String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    List<String> names = new ArrayList<>(List.of(option.names()));
    if (option.negatable()) {
      names.add("--no-" + option.longestName().substring(2));
    }
    String last = names.remove(names.size() - 1);
    names.add(last + label);
    return names.stream()
        .map(name -> "`" + name.replace("|", "\\|") + "`")
        .collect(Collectors.joining(", "));
  }

  private static String cell(String words) {
    return prose(words).replace("|", "\\|");
  }

  /** Text in which nothing counts as markup, without the estimator that these tests bring. */
  private static String prose(String words) {
    return words
        .replaceAll("kmeans( \\([^)]*\\))?, ", "")
        .replace("<", "&lt;")
        .replace("*", "\\*")
        .replaceAll("'(lfm[^']*)'", "`$1`")
        .strip();
  }
}
