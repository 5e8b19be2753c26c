package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What README and docs tell people to type works as it stands, in order, in an empty folder. */
@Tag("whole")
class DocumentedCommandsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath();

  private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)]*)\\)");

  @TempDir Path folder;

  static Stream<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "examples/README.md"));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.map(file -> ROOT.relativize(file).toString())
          .filter(name -> name.endsWith(".md"))
          .sorted()
          .forEach(pages::add);
    }
    List<String> withCommands = new ArrayList<>();
    for (String page : pages) {
      if (DocumentedCommand.of(ROOT.resolve(page)).findAny().isPresent()) {
        withCommands.add(page);
      }
    }
    return withCommands.stream();
  }

  /** One JVM a page, so that relative names mean the folder. */
  @ParameterizedTest
  @MethodSource("pages")
  void commandsRunInOrder(String page) throws Exception {
    Path output = folder.resolve(".output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                DocumentedCommandsTest.class.getName(),
                ROOT.resolve(page).toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES), "still running");
    } finally {
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    for (String picture : pictures(page)) {
      Path made = folder.resolve(picture);
      if (Files.exists(made)) {
        assertSamePicture(ROOT.resolve(page).resolveSibling(picture), made);
      }
    }
  }

  private static List<String> pictures(String page) throws IOException {
    return PICTURE
        .matcher(Files.readString(ROOT.resolve(page)))
        .results()
        .map(picture -> picture.group(1))
        .toList();
  }

  /** The same up to what another processor rounds in another way. */
  private static void assertSamePicture(Path kept, Path made) throws IOException {
    String wayOut = kept + " is not what its commands make; run docs/gallery/make and look at it";
    if (made.toString().endsWith(".svg")) {
      assertEquals(Files.readString(made), Files.readString(kept), wayOut);
      return;
    }
    BufferedImage expected = ImageIO.read(made.toFile());
    BufferedImage actual = ImageIO.read(kept.toFile());
    assertEquals(expected.getWidth(), actual.getWidth(), wayOut);
    assertEquals(expected.getHeight(), actual.getHeight(), wayOut);
    for (int y = 0; y < expected.getHeight(); y++) {
      for (int x = 0; x < expected.getWidth(); x++) {
        for (int shift = 0; shift < 32; shift += 8) {
          int difference =
              (expected.getRGB(x, y) >> shift & 255) - (actual.getRGB(x, y) >> shift & 255);
          assertTrue(Math.abs(difference) <= 2, wayOut);
        }
      }
    }
  }

  @Test
  void everyPictureOfTheGalleryIsShown() throws IOException {
    Path gallery = ROOT.resolve("docs/gallery");
    try (Stream<Path> files = Files.walk(gallery)) {
      assertEquals(
          new TreeSet<>(pictures("docs/gallery/README.md")),
          files
              .map(file -> gallery.relativize(file).toString())
              .filter(name -> name.endsWith(".png") || name.endsWith(".svg"))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  /** Runs the short commands of a page until one fails; those that take long are only parsed. */
  public static void main(String[] page) throws IOException {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    for (DocumentedCommand command : DocumentedCommand.of(Path.of(page[0])).toList()) {
      if (command.isLfm() && !command.isLong()) {
        out.println("$ " + command.text());
        int status = Lfm.run(out, out, command.arguments());
        if (status != 0) {
          System.exit(status);
        }
      }
    }
    System.exit(0);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void longCommandsAreOnesThatTheProgramKnows(String page) throws IOException {
    DocumentedCommand.of(ROOT.resolve(page))
        .filter(command -> command.isLfm() && command.isLong())
        .forEach(
            command ->
                assertDoesNotThrow(
                    () ->
                        Lfm.line()
                            .setCaseInsensitiveEnumValuesAllowed(true)
                            .parseArgs(command.arguments()),
                    command::text));
  }

  /** Nothing else is documented than what a test runs, here or elsewhere. */
  @Test
  void otherCommandsAreFew() throws IOException {
    List<String> others =
        List.of(
            "mvn verify",
            "mvn install -DskipTests",
            "mvn verify -Drequire.backend=cuda",
            "mvn -Pdist -DskipTests package",
            "docker build -t lfm .",
            // In a build of its own, whose tests run the programs.
            "mvn -Pspark -DskipTests install",
            "./examples/spark/run",
            "./examples/spark/run 'local-cluster[2,1,2048]' 200000",
            // The examples are run by tests of their own.
            "java -cp 'cli/target/lib/*' Example.java",
            "java -cp 'examples/target/classes:cli/target/lib/*' org.latentfeature.examples.FitAndCode");
    for (String page : pages().toList()) {
      DocumentedCommand.of(ROOT.resolve(page))
          .filter(command -> !command.isLfm())
          .forEach(
              command ->
                  assertTrue(others.contains(command.text()), () -> page + ": " + command.text()));
    }
  }

  @Test
  void aLineIsReadAsAShellReadsIt(@TempDir Path root) throws IOException {
    Path page = root.resolve("page.md");
    Files.writeString(
        page, "```sh\n./lfm fit 'my x.csv' -k 5   # takes 3 min\n\n# note\nmvn verify\n```\n");
    List<DocumentedCommand> commands = DocumentedCommand.of(page).toList();
    assertEquals(2, commands.size());
    assertEquals(List.of("fit", "my x.csv", "-k", "5"), Arrays.asList(commands.get(0).arguments()));
    assertTrue(commands.get(0).isLfm() && commands.get(0).isLong());
    assertTrue(!commands.get(1).isLfm() && !commands.get(1).isLong());
  }
}
