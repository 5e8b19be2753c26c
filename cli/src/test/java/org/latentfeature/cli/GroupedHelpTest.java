package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.cli.help.OptionGroup;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help in groups, and of one option. */
class GroupedHelpTest {

  private static final List<String> HEADINGS =
      Arrays.stream(OptionGroup.values()).map(group -> group.heading() + ":").toList();

  private static final Pattern NAME = Pattern.compile("^  (-[^ ,]+(?:, -[^ ,]+)*)");

  private static final Pattern PAGE = Pattern.compile("Explained in docs/(\\S+)\\.\n");

  static Stream<String> commands() {
    return HelpTest.commands();
  }

  /** Commands that take a word after {@code --help} as the name of an option. */
  static Stream<String> ofOptions() {
    return commands()
        .filter(name -> command(name).subcommands().isEmpty())
        .filter(name -> command(name).unmatchedArgsBindings().isEmpty());
  }

  private static CommandSpec command(String name) {
    CommandLine line = Lfm.line();
    for (String word : name.split(" ", -1)) {
      line = line.getSubcommands().getOrDefault(word, line);
    }
    return line.getCommandSpec();
  }

  private static String help(String command, String... more) {
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.add("--help");
    words.addAll(List.of(more));
    return Run.lfm(words.toArray()).succeeds().out();
  }

  /** The names of the options that help lists, each as it begins a line. */
  private static List<String> listed(String help) {
    List<String> names = new ArrayList<>();
    help.lines()
        .takeWhile(line -> !line.startsWith("Example"))
        .forEach(
            line -> {
              Matcher name = NAME.matcher(line);
              if (name.find()) {
                String last = name.group(1).replaceFirst("^.*, ", "").replace("[no-]", "");
                names.add(last.replaceFirst("\\[?=.*", ""));
              }
            });
    return names;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionIsInOneGroupAndGroupsAreInOrder(String name) {
    String help = help(name);
    List<String> found = help.lines().filter(HEADINGS::contains).toList();
    assertEquals(HEADINGS.stream().filter(found::contains).toList(), found, name);
    boolean areMany = command(name).options().size() > 6;
    assertEquals(areMany, found.contains("Most used:"), help);
    assertEquals(!areMany, help.lines().anyMatch("Options:"::equals), help);
    List<String> all =
        command(name).options().stream()
            .map(option -> option.names()[option.names().length - 1])
            .sorted()
            .toList();
    assertEquals(all, listed(help).stream().sorted().toList(), name);
  }

  @Test
  void anOptionOfTheFitIsUnderTheHeadingOfItsGroup() {
    String help = help("fit");
    assertEquals(HEADINGS, help.lines().filter(HEADINGS::contains).toList());
    List<String> options = listed(help);
    assertEquals(
        List.of("--features", "--output", "--ids", "--missing", "--time-limit", "--help"),
        options.subList(0, 6));
    for (String pair :
        List.of(
            "--method:Model and method",
            "--labels:The data",
            "--robust:Noise and constraints",
            "--memory:Size and time",
            "--backend:Where it runs",
            "--json:Output")) {
      String[] parts = pair.split(":", -1);
      String before = help.substring(0, help.indexOf("\n  " + parts[0]) + 1);
      List<String> above = before.lines().filter(HEADINGS::contains).toList();
      String last = before.contains("\n  -q, ") ? "Output:" : above.get(above.size() - 1);
      assertEquals(parts[1] + ":", last, pair);
    }
  }

  @Test
  void programsGetTheWholeHelp() {
    assertEquals(help("fit"), Run.lfm("fit", "--help", "--json").succeeds().out());
  }

  @Test
  void theHelpOfFitTakesTwoScreens() {
    List<String> lines = help("fit").lines().toList();
    assertTrue(lines.size() <= 100, () -> lines.size() + " lines");
    lines.forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void onlyExamplesAreWiderThanATerminal(String name) {
    List<String> lines = help(name).lines().filter(line -> !line.startsWith("  lfm ")).toList();
    lines.forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @ParameterizedTest
  @MethodSource("ofOptions")
  void everyOptionHasHelpInFullWithAPageThatNamesIt(String name) throws IOException {
    for (ArgSpec argument : command(name).args()) {
      String word =
          argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
      // With hyphens it is what programs end a command with.
      String help = help(name, word.equals("--json") ? "json" : word);
      String said = help.replaceAll("\\s+", " ");
      String first = String.join(" ", argument.description()).split("[.;(]", 2)[0];
      assertTrue(said.contains(first.strip()), help);
      assertTrue(help.contains("\nDefault: ") ^ help.contains("\nRequired.\n"), help);
      assertFalse(help.contains("(default"), help);
      Matcher page = PAGE.matcher(help);
      assertTrue(page.find(), help);
      String text = Files.readString(Path.of("../docs").resolve(page.group(1)));
      assertTrue(
          argument.isPositional() || text.contains(word.substring(2)) || isOnPageOf(name, page),
          () -> page.group(1) + " does not name " + word + " of " + name);
    }
  }

  /** The page of an estimator explains its options by their symbols. */
  private static boolean isOnPageOf(String command, Matcher page) {
    String group = command.split(" ", 2)[0];
    return switch (group) {
      case "markov", "denoise" -> page.group(1).equals("markov.md");
      case "ibp" -> page.group(1).equals("indian-buffet.md");
      case "spectral", "admixture" -> page.group(1).equals(group + ".md");
      default -> false;
    };
  }

  @ParameterizedTest
  @CsvSource({"view", "--view", "--view=auto", "VIEW"})
  void anOptionIsNamedWithOrWithoutHyphens(String word) {
    if (word.equals("VIEW")) {
      Run.lfm("fit", "--help", word).isWrongUse("did you mean --view?");
      return;
    }
    String help = help("fit", word);
    assertTrue(help.startsWith("lfm fit --view=NAME\n"), help);
    assertTrue(help.contains("\nDefault: auto.\n"), help);
    assertTrue(help.contains("\nExplained in docs/variants.md.\n"), help);
    assertTrue(help.contains("centred+scaled"), help);
    assertFalse(help.contains("--robust"), help);
    assertFalse(help("fit").contains("centred+scaled"), "only the first sentence");
  }

  @Test
  void shortNamesNegativesAndParametersAreNamedToo() {
    assertTrue(help("fit", "-k").contains("Required."));
    assertTrue(help("fit", "k").startsWith("lfm fit -k, --features=K|auto\n"));
    assertTrue(help("fit", "--no-header").contains("Default: yes if the line is text"));
    assertTrue(help("denoise", "--no-refine").contains("Default: off."));
    assertTrue(help("fit", "X").contains(".h5ad, .mtx, libsvm"));
    assertTrue(Run.lfm("fit", "-h", "tau").succeeds().out().startsWith("lfm fit --tau=T\n"));
  }

  @Test
  void theSameNameIsExplainedForTheCommand() {
    assertTrue(help("fit", "lambda").contains("Yen et al."));
    assertTrue(help("markov fit", "lambda").contains("inverse variance"));
    assertTrue(help("markov fit", "lambda").contains("docs/markov.md"));
  }

  @Test
  void anUnknownNameIsAnErrorThatNamesTheNearest() {
    Run run = Run.lfm("fit", "--help", "veiw");
    run.isWrongUse("'veiw' is not an option of 'lfm fit'; did you mean --view?");
    assertEquals("", run.out());
    Run.lfm("fit", "--help", "--penlaty").isWrongUse("did you mean --penalty?");
    Run.lfm("markov", "fit", "--help", "xyzzy")
        .isWrongUse("'xyzzy' is not an option of 'lfm markov fit'");
  }

  @Test
  void moreThanANameAfterHelpIsTheHelpOfAll() {
    String all = help("fit");
    assertEquals(all, help("fit", "X.npy", "-k", "3"));
    assertEquals(all, Run.lfm("fit", "X.npy", "--help").succeeds().out());
    assertTrue(help("markov", "fit").contains("Commands:"), "a group has commands");
  }
}
