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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What README and docs tell people to type works as it stands, in order, in an empty folder. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DocumentedCommandsContract {

  static final Path ROOT = Path.of("..").toAbsolutePath();

  private static final Pattern PICTURE = Pattern.compile("!\\[[^]]*]\\(([^)]*)\\)");

  @TempDir Path folder = Path.of("");

  /** Whether the tests of this module run a page, which has these commands. */
  protected abstract boolean isTested(List<DocumentedCommand> commands);

  /** Every page that may have commands. */
  static List<String> allPages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "examples/README.md"));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.map(file -> ROOT.relativize(file).toString())
          .filter(name -> name.endsWith(".md"))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  Stream<String> pages() throws IOException {
    List<String> withCommands = new ArrayList<>();
    for (String page : allPages()) {
      List<DocumentedCommand> commands = DocumentedCommand.of(ROOT.resolve(page)).toList();
      if (!commands.isEmpty() && isTested(commands)) {
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
                DocumentedCommandsContract.class.getName(),
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

  static List<String> pictures(String page) throws IOException {
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
}
