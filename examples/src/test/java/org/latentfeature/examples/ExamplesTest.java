package org.latentfeature.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example prints what the README shows of it. */
class ExamplesTest {

  private static final Pattern SHOWN =
      Pattern.compile("(?ms)^\\[(\\w+)\\]\\(src/main/[^)]*\\).*?^```\n(.*?)^```$");

  private static final Pattern FRACTION = Pattern.compile("\\d+[.,]\\d+");

  /** What is shown, by name of the example. */
  private static Map<String, String> shown() throws IOException {
    Map<String, String> shown = new TreeMap<>();
    Matcher block = SHOWN.matcher(Files.readString(Path.of("README.md")));
    while (block.find()) {
      shown.put(block.group(1), block.group(2));
    }
    return shown;
  }

  static Stream<Arguments> examples() throws IOException {
    return shown().entrySet().stream().map(one -> Arguments.of(one.getKey(), one.getValue()));
  }

  @Test
  void allAreShown() throws IOException {
    Set<String> there = new TreeSet<>();
    Path sources = Path.of("src/main/java/org/latentfeature/examples");
    try (Stream<Path> files = Files.list(sources)) {
      files
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> !name.equals("package-info"))
          .forEach(there::add);
    }
    assertEquals(there, shown().keySet());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void printsWhatIsShown(String name, String expected) throws Exception {
    Method main =
        Class.forName("org.latentfeature.examples." + name).getMethod("main", String[].class);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      main.invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(console);
    }
    assertAlike(expected, printed.toString(StandardCharsets.UTF_8));
  }

  /** The same words and whole numbers; fractions, whose last digits machines differ in, to 5 %. */
  private static void assertAlike(String expected, String found) {
    assertEquals(mask(expected), mask(found.replace(System.lineSeparator(), "\n")), found);
    double[] right = fractions(expected);
    double[] others = fractions(found);
    for (int i = 0; i < right.length; i++) {
      assertEquals(right[i], others[i], 0.05 * right[i], found);
    }
  }

  private static String mask(String text) {
    return FRACTION.matcher(text).replaceAll("…");
  }

  private static double[] fractions(String text) {
    return FRACTION
        .matcher(text)
        .results()
        .mapToDouble(number -> Double.parseDouble(number.group().replace(',', '.')))
        .toArray();
  }
}
