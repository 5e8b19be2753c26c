package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command line within this Java machine, and what it said. */
public record Run(int status, String out, String err) {

  public static Run lfm(Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Lfm.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
    return new Run(status, out.toString(), err.toString());
  }

  public Run succeeds() {
    assertEquals(0, status, this::toString);
    return this;
  }

  /** Failed with one line on standard error, which holds all of {@code words}. */
  public Run fails(String... words) {
    assertEquals(1, status, this::toString);
    return complains(words);
  }

  /** Was used wrongly, and said how, with all of {@code words}. */
  public Run isWrongUse(String... words) {
    assertEquals(2, status, this::toString);
    assertTrue(err.contains("--help"), this::toString);
    return complains(words);
  }

  private Run complains(String... words) {
    String line =
        err.lines().filter(l -> l.startsWith("lfm: ")).reduce("", (all, l) -> all + l + "\n");
    for (String word : words) {
      assertTrue(line.contains(word), () -> "'" + word + "' is not in " + this);
    }
    assertEquals(1, line.lines().count(), this::toString);
    assertFalse(err.contains("\tat "), this::toString);
    assertFalse(err.contains("internal error"), this::toString);
    return this;
  }

  /** All of standard output, which must be one JSON object. */
  public JsonObject json() {
    return JsonParser.parseString(out).getAsJsonObject();
  }
}
