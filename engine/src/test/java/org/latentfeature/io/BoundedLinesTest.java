package org.latentfeature.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {

  private static List<String> lines(String text, int longest) throws IOException {
    List<String> all = new ArrayList<>();
    try (BoundedLines in = new BoundedLines(new StringReader(text), longest)) {
      for (String line = in.next(); line != null; line = in.next()) {
        all.add(line);
      }
    }
    return all;
  }

  /** Lines end where Java's own reader ends them, inside its buffer and across it. */
  @Test
  void linesAreThoseOfJava() throws IOException {
    String wide = "x".repeat((1 << 16) - 1);
    for (String text :
        List.of(
            "",
            "\n",
            "a",
            "a\n",
            "a\r\n\r\nb\r",
            wide + "\nb",
            wide + "\r\nb\n",
            wide + "xx\n\n" + wide + wide)) {
      List<String> expected = new BufferedReader(new StringReader(text)).lines().toList();
      assertEquals(expected, lines(text, 1 << 20));
    }
  }

  @Test
  void aLineIsNoLongerThanTheLimit() throws IOException {
    assertEquals(List.of("abc", "de"), lines("abc\r\nde", 3));
    for (String text : List.of("abcd", "a\nabcd\n", "abcd\r\n", "x".repeat(1 << 18))) {
      assertThrows(BoundedLines.TooLongException.class, () -> lines(text, 3));
    }
  }
}
