package org.latentfeature.io;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The first lines of a text.
 *
 * @param lines all that the first characters hold in whole, blank ones too; of a longer line, its
 *     beginning. A cell in quotes is a single quote, so that no separator is found inside
 */
record TextStart(List<String> lines) {

  /** Characters that are read. */
  private static final int LENGTH = 1 << 16;

  private static final int CHUNK = 1 << 13;

  /** Text between quotes, or after an open quote to the end. */
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*(\"|$)");

  /** The first line of a file that tells Excel its separator, in quotes that are none of a cell. */
  private static final Pattern EXCEL = Pattern.compile("(?i)^(\\s*)\"(sep=.?)\"");

  /** The start of a file. */
  static TextStart of(Path path) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Reader in = TextEncoding.open(path, InputFile.open(path))) {
      char[] chunk = new char[CHUNK];
      for (int n = in.read(chunk); n > 0 && text.length() < LENGTH; n = in.read(chunk)) {
        text.append(chunk, 0, n);
      }
    }
    int end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    String whole = text.length() < LENGTH || end < 0 ? text.toString() : text.substring(0, end);
    whole = EXCEL.matcher(whole).replaceFirst("$1$2");
    return new TextStart(QUOTED.matcher(whole).replaceAll("\"").lines().toList());
  }

  /** The first {@code count} lines that are not blank, after {@code skipped} lines. */
  List<String> first(int skipped, int count) {
    return lines.stream().skip(skipped).filter(line -> !line.isBlank()).limit(count).toList();
  }
}
