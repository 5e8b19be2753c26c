package org.latentfeature.io;

import java.math.BigInteger;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the Python literals that the header of an {@code .npy} file is made of: strings, whole
 * numbers (with the {@code L} of Python 2), {@code True} and {@code False}, tuples, lists, and
 * dictionaries whose keys are strings. What it reads means the same to Python; what Python writes
 * in other ways is refused.
 */
final class PythonLiteral {

  /** A tuple, as opposed to a list; its items are of the classes that values are of. */
  record Tuple(List<Object> items) {
    @Override
    public String toString() {
      return "(" + items.stream().map(Object::toString).collect(Collectors.joining(", ")) + ")";
    }
  }

  /** Headers have three levels, or one or two more for records. */
  private static final int DEEPEST = 20;

  private static final char END = '\0';

  private final String text;
  private int at;

  private PythonLiteral(String text) {
    this.text = text;
  }

  /**
   * The dictionary that {@code text} is. Its values are each a {@link String}, {@link BigInteger},
   * {@link Boolean}, {@link Tuple} or {@link List}.
   *
   * @throws ParseException if it is none, or has a key twice
   */
  static Map<String, Object> dictionary(String text) throws ParseException {
    PythonLiteral literal = new PythonLiteral(text);
    literal.skipSpace();
    Map<String, Object> entries = literal.entries();
    if (literal.at < text.length()) {
      throw literal.wrong("there is text after the dictionary");
    }
    return entries;
  }

  private Map<String, Object> entries() throws ParseException {
    expect('{');
    Map<String, Object> entries = new LinkedHashMap<>();
    boolean separated = true;
    while (!accept('}')) {
      require(separated, "no comma between two keys");
      String key = string();
      require(!entries.containsKey(key), "the key " + Excerpt.of(key) + " occurs twice");
      expect(':');
      entries.put(key, value(1));
      separated = accept(',');
    }
    return entries;
  }

  private Object value(int depth) throws ParseException {
    require(depth < DEEPEST, "brackets are nested too deep");
    char next = peek();
    if (next == '\'' || next == '"') {
      return string();
    }
    if (next == '-' || isDigit(next)) {
      return number();
    }
    if (accept('[')) {
      List<Object> items = new ArrayList<>();
      items(']', items, depth);
      return items;
    }
    if (accept('(')) {
      List<Object> items = new ArrayList<>();
      boolean comma = items(')', items, depth);
      // Brackets around one value do not make it a tuple.
      return items.size() == 1 && !comma ? items.get(0) : new Tuple(items);
    }
    for (Boolean truth : List.of(true, false)) {
      String word = truth ? "True" : "False";
      if (text.startsWith(word, at)) {
        at += word.length();
        skipSpace();
        return truth;
      }
    }
    throw wrong("not a string, whole number, True, False, tuple or list");
  }

  /** Reads items up to the bracket; returns whether a comma stands after the last. */
  private boolean items(char end, List<Object> items, int depth) throws ParseException {
    boolean separated = true;
    while (!accept(end)) {
      require(separated, "no comma between two items");
      items.add(value(depth + 1));
      separated = accept(',');
    }
    return separated;
  }

  private BigInteger number() throws ParseException {
    int start = at;
    at += peek() == '-' ? 1 : 0;
    int first = at;
    while (isDigit(peek())) {
      at++;
    }
    require(at > first, "a sign without a number");
    require(peek(first) != '0' || at == first + 1, "a number that begins with 0");
    BigInteger number = new BigInteger(text.substring(start, at));
    at += peek() == 'L' ? 1 : 0;
    skipSpace();
    return number;
  }

  private String string() throws ParseException {
    char quote = peek();
    require(quote == '\'' || quote == '"', "not a string in quotes");
    at++;
    StringBuilder out = new StringBuilder();
    while (peek() != quote) {
      char c = peek();
      require(c != END && c != '\n' && c != '\r', "a string that does not end");
      at++;
      out.append(c == '\\' ? escape() : c);
    }
    at++;
    skipSpace();
    return out.toString();
  }

  private char escape() throws ParseException {
    char kind = peek();
    at++;
    return switch (kind) {
      case '\\', '\'', '"' -> kind;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'x' -> hexadecimal(2);
      case 'u' -> hexadecimal(4);
      default -> throw wrong("an unknown escape");
    };
  }

  private char hexadecimal(int digits) throws ParseException {
    int code = 0;
    for (int d = 0; d < digits; d++) {
      int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
      require(digit >= 0, "an escape that is cut off");
      code = code << 4 | digit;
      at++;
    }
    return (char) code;
  }

  private boolean accept(char c) {
    if (peek() != c) {
      return false;
    }
    at++;
    skipSpace();
    return true;
  }

  private void expect(char c) throws ParseException {
    require(accept(c), "no " + c);
  }

  private void skipSpace() {
    while (" \t\n\r\f".indexOf(peek()) >= 0) {
      at++;
    }
  }

  private char peek() {
    return peek(at);
  }

  private char peek(int place) {
    return place < text.length() ? text.charAt(place) : END;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void require(boolean met, String otherwise) throws ParseException {
    if (!met) {
      throw wrong(otherwise);
    }
  }

  private ParseException wrong(String what) {
    return new ParseException(what, at);
  }
}
