package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.option.FileArgumentsTest;

/**
 * What the pages in {@code docs} name is there, and what names a page, section or equation of
 * theirs names one that there is.
 */
public class DocsTest {

  private static final Path ROOT = Path.of("..");

  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ (\\d+(?:\\.\\d+)?)\\.? ");
  private static final Pattern NUMBERED = Pattern.compile("(?m)\\((\\d+)\\)$");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");

  private static final String LIST =
      "(section|equation)s? ((?:\\(?\\d+(?:\\.\\d+)?\\)?(?:, | and | to )?)+)";

  /** A page, as sources name it or as pages link it, and what of it. */
  private static final Pattern CITATION =
      Pattern.compile("(?:docs/|\\[)([a-z]+\\.md)(?:]\\([^)]*\\))?(?:, " + LIST + ")?");

  /** What a page says of itself, and not of a paper. */
  private static final Pattern OWN = Pattern.compile("(?<!paper's )\\b" + LIST);

  private static final Pattern BARE = Pattern.compile("(?<=[\\s(])\\(\\d+\\)");

  private static final Pattern CLASS =
      Pattern.compile("`(?:[a-z]+\\.)*([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?`");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]+");

  /**
   * Measurements have options of their own, which a test of theirs parses; so do Java and Spark.
   */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(?:\\./(?:bench/run|lfm bench)|python3 bench/)[^`\n]*|--add-opens=\\S+|spark-submit --[^`]*");

  /** A page with these words has options of the experiments, which are in a module of their own. */
  public static final String EXPERIMENT = "lfm reproduce";

  @Test
  void whatIsCitedIsThere() throws IOException {
    assertEquals(List.of(), wrong(ROOT));
  }

  @Test
  void classesThatPagesNameAreThere() throws IOException {
    Map<String, Path> classes = new TreeMap<>();
    for (Path source : sources(ROOT)) {
      classes.put(source.getFileName().toString(), source);
    }
    List<String> found = new ArrayList<>();
    for (Path page : pages(ROOT)) {
      for (MatchResult named : matches(CLASS, Files.readString(page))) {
        Path source = classes.get(named.group(1) + ".java");
        String member = named.group(2);
        if (source == null || (member != null && !Files.readString(source).contains(member))) {
          found.add(page.getFileName() + " names " + named.group() + ", which is not there");
        }
      }
    }
    assertEquals(List.of(), found);
  }

  @Test
  void optionsThatPagesNameAreThere() throws IOException {
    assertEquals(Set.of(), unknownOptions(page -> !page.contains(EXPERIMENT)));
  }

  /**
   * The options that some pages name, chosen by their texts, and no command of the class path has.
   */
  public static Set<String> unknownOptions(Predicate<String> isTested) throws IOException {
    Set<String> named = new TreeSet<>();
    for (Path page : pages(ROOT)) {
      String text = Files.readString(page);
      // References are written from the options.
      if (!page.toString().endsWith("cli.md") && isTested.test(text)) {
        matches(OPTION, OTHERS.matcher(text).replaceAll(""))
            .forEach(option -> named.add(option.group()));
      }
    }
    FileArgumentsTest.commands()
        .flatMap(command -> command.options().stream())
        .forEach(
            option -> {
              named.removeAll(List.of(option.names()));
              if (option.negatable()) {
                named.remove(option.longestName().replaceFirst("^--", "--no-"));
              }
            });
    return named;
  }

  @Test
  void everyRoomIsOnThePlan() throws IOException {
    String plan = Files.readString(ROOT.resolve("docs/house.md"));
    Set<String> missing = new TreeSet<>();
    for (String module : List.of("engine", "cli", "evidence")) {
      Path all = ROOT.resolve(module).resolve("src/main/java/org/latentfeature");
      try (Stream<Path> files = Files.walk(all)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .map(file -> all.relativize(file.getParent()).toString().replaceAll("\\W", "."))
            .filter(room -> !plan.contains("`" + room + "`"))
            .forEach(missing::add);
      }
    }
    assertEquals(Set.of(), missing);
  }

  @Test
  void whatIsNotThereIsNamed(@TempDir Path root) throws IOException {
    String page = "docs/" + "tree.md";
    write(root, page, "## 1. Root\n\n```\na = b    (1)\nb = c    (3)\n```\nBy (2), section 4.\n");
    write(root, "README.md", "[the tree](" + page + "), [gone](docs/gone.txt#x), [far](https://a)");
    write(root, "cli/src/A.java", "/** See " + page + ",\n * sections 1 and 2. */ class A {}");
    write(root, "cli/src/B.java", "/** " + page + ", equations (1) and (9). */ class B {}");
    write(root, "cli/src/C.java", "// docs/" + "leaf.md, section 1");
    assertEquals(
        List.of(
            "tree.md numbers its equations [1, 3]",
            "tree.md cites section 4 of tree.md, which has sections [1]",
            "tree.md cites equation 2 of tree.md, which has equations [1, 3]",
            "A.java cites section 2 of tree.md, which has sections [1]",
            "B.java cites equation 9 of tree.md, which has equations [1, 3]",
            "C.java cites docs/" + "leaf.md, which is not there",
            "README.md links docs/gone.txt, which is not there"),
        wrong(root));
  }

  private static void write(Path root, String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** A page and the numbers that it gives. */
  private record Page(Path file, List<String> sections, List<String> equations) {

    static Page of(Path file) throws IOException {
      String text = Files.readString(file);
      List<String> equations = new ArrayList<>();
      for (MatchResult block : matches(FENCED, text)) {
        matches(NUMBERED, block.group()).forEach(number -> equations.add(number.group(1)));
      }
      List<MatchResult> headings = matches(HEADING, text);
      return new Page(file, headings.stream().map(heading -> heading.group(1)).toList(), equations);
    }

    String name() {
      return file.getFileName().toString();
    }

    /** What is wrong with the numbers themselves. */
    Stream<String> misnumbered() {
      List<String> all = IntStream.rangeClosed(1, equations.size()).mapToObj(i -> "" + i).toList();
      return equations.equals(all)
          ? Stream.empty()
          : Stream.of(name() + " numbers its equations " + equations);
    }

    /** What it lacks of {@code list}, which {@code citing} names. */
    Stream<String> lacks(Path citing, String kind, String list) {
      List<String> known = kind.equals("section") ? sections : equations;
      return matches(NUMBER, list).stream()
          .map(MatchResult::group)
          .filter(number -> !known.contains(number))
          .map(
              number ->
                  "%s cites %s %s of %s, which has %ss %s"
                      .formatted(citing.getFileName(), kind, number, name(), kind, known));
    }

    /** What it lacks of what its own prose names. */
    Stream<String> lacksItself() throws IOException {
      String own = CITATION.matcher(prose(file)).replaceAll("");
      return Stream.concat(
          matches(OWN, own).stream().flatMap(m -> lacks(file, m.group(1), m.group(2))),
          matches(BARE, OWN.matcher(own).replaceAll("")).stream()
              .flatMap(m -> lacks(file, "equation", m.group())));
    }
  }

  private static List<String> wrong(Path root) throws IOException {
    Map<String, Page> pages = new TreeMap<>();
    List<String> found = new ArrayList<>();
    for (Path file : pages(root)) {
      Page page = Page.of(file);
      pages.put(page.name(), page);
      page.misnumbered().forEach(found::add);
      page.lacksItself().forEach(found::add);
    }
    for (Path source : sources(root)) {
      // A comment goes on behind the next line's mark.
      String text = Files.readString(source).replaceAll("\\n\\s*(?:\\*|//) ", " ");
      wrongCitations(source, text, pages).forEach(found::add);
    }
    for (Path file : markdown(root)) {
      String text = prose(file);
      matches(LINK, text).stream()
          .map(link -> link.group(1))
          .filter(link -> !Files.exists(file.resolveSibling(link)))
          .map(link -> file.getFileName() + " links " + link + ", which is not there")
          .forEach(found::add);
      wrongCitations(file, text, pages).forEach(found::add);
    }
    return found;
  }

  private static Stream<String> wrongCitations(Path file, String text, Map<String, Page> pages) {
    return matches(CITATION, text).stream()
        .flatMap(
            citation -> {
              Page page = pages.get(citation.group(1));
              if (page != null) {
                String kind = citation.group(2);
                return kind == null ? Stream.empty() : page.lacks(file, kind, citation.group(3));
              }
              return citation.group().startsWith("docs/")
                  ? Stream.of(
                      "%s cites docs/%s, which is not there"
                          .formatted(file.getFileName(), citation.group(1)))
                  : Stream.empty();
            });
  }

  /** A page on one line, without its blocks. */
  private static String prose(Path file) throws IOException {
    return FENCED.matcher(Files.readString(file)).replaceAll("").replace('\n', ' ');
  }

  private static List<MatchResult> matches(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.results().toList();
  }

  private static List<Path> pages(Path root) throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** Those at the root, in {@code docs} and of the modules. */
  private static List<Path> markdown(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root, 2)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** Code and comments of all modules. */
  private static List<Path> sources(Path root) throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.map(m -> m.resolve("src")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(module)) {
          files.filter(file -> file.toString().matches(".*\\.(?:java|cuh?)")).forEach(sources::add);
        }
      }
    }
    sources.sort(null);
    return sources;
  }
}
