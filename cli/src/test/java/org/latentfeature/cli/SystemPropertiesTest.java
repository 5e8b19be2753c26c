package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No system property changes a result or a picture: what a run depends on is in its command line,
 * and in its model.
 */
class SystemPropertiesTest {

  private static final Set<String> ALLOWED =
      Set.of(
          // Facts about the machine.
          "java.home",
          "java.io.tmpdir",
          "java.vendor",
          "java.version",
          "java.vm.name",
          "java.vm.version",
          "os.arch",
          "os.name",
          "os.version",
          "user.home",
          // What the launcher tells of the terminal.
          "lfm.columns",
          "lfm.terminal",
          // JavaCPP's own.
          "org.bytedeco.javacpp.cachedir",
          "org.bytedeco.javacpp.maxBytes",
          "org.bytedeco.javacpp.maxPhysicalBytes");

  private static final Pattern READ =
      Pattern.compile(
          "\\b(?:System\\.getPropert(?:y|ies)|Integer\\.getInteger|Boolean\\.getBoolean|Long\\.getLong)"
              + "\\(([^,)]*)"
              + "|import static java\\.lang\\.(?:System|Integer|Boolean|Long)\\.([^;]*)");

  private static final String ADDED = "System.getProperties().putIfAbsent(";

  /** What of {@code source} names the properties that it reads, constants resolved. */
  private static List<String> read(String source) {
    List<String> found = new ArrayList<>();
    // To give a library its property where the user gave none is to read it.
    Matcher reads = READ.matcher(source.replace(ADDED, "System.getProperty("));
    while (reads.find()) {
      String named = reads.group(1) == null ? reads.group(2) : reads.group(1).strip();
      Matcher constant =
          Pattern.compile("String " + Pattern.quote(named) + " =\\s+(\"[^\"]*\")").matcher(source);
      found.add((constant.find() ? constant.group(1) : named).replace("\"", ""));
    }
    return found;
  }

  @Test
  void onlyTheseAreRead() throws IOException {
    Set<String> seen = new TreeSet<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path main : modules.map(m -> m.resolve("src/main/java")).toList()) {
        if (!Files.isDirectory(main)) {
          continue;
        }
        try (Stream<Path> sources = Files.walk(main)) {
          for (Path file : sources.filter(f -> f.toString().endsWith(".java")).toList()) {
            for (String property : read(Files.readString(file))) {
              assertTrue(ALLOWED.contains(property), () -> file + " reads " + property);
              seen.add(property);
            }
          }
        }
      }
    }
    assertEquals(new TreeSet<>(ALLOWED), seen, "the list and the sources agree");
  }

  @Test
  void aReadIsSeenHoweverItIsWritten() {
    assertEquals(
        List.of("edge", "cover", "named", "all", "lazy", "", "getProperty"),
        read(
            """
            static final String NAME =
                "named";
            double e = Double.parseDouble(System.getProperty("edge", "1.6"));
            int c = Integer.getInteger(
                "cover");
            String n = System.getProperty(NAME);
            boolean a = Boolean.getBoolean("all");
            System.getProperties().putIfAbsent("lazy", "1");
            var p = System.getProperties();
            import static java.lang.System.getProperty;
            """));
  }
}
