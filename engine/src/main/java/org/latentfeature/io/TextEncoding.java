package org.latentfeature.io;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.latentfeature.data.DataException;

/**
 * The characters of a text file: UTF-8, or what a byte order mark says. Bytes that are not of that
 * encoding are an error; replaced, they would be names that nobody wrote.
 */
final class TextEncoding {

  private static final int LONGEST_MARK = 4;

  /** U+FEFF in UTF-8. */
  private static final String UTF_8_MARK = "efbbbf";

  private static final char REPLACEMENT = '\uFFFD';

  private TextEncoding() {}

  /**
   * The characters of {@code in}, the content of {@code path}, after a byte order mark.
   *
   * @return a reader that throws {@link DataException} where the bytes are not of the encoding; it
   *     closes {@code in}
   */
  static Reader open(Path path, InputStream in) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(in);
    Charset charset;
    try {
      charset = charset(path, bytes);
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
    return new FilterReader(new InputStreamReader(bytes, charset.newDecoder())) {
      @Override
      public int read(char[] to, int from, int length) throws IOException {
        try {
          return super.read(to, from, length);
        } catch (CharacterCodingException e) {
          throw refused(path, charset, e);
        }
      }
    };
  }

  /** The encoding by the first bytes; of UTF-8 alone the mark is skipped here. */
  private static Charset charset(Path path, BufferedInputStream in) throws IOException {
    in.mark(LONGEST_MARK);
    byte[] first = in.readNBytes(LONGEST_MARK);
    in.reset();
    String mark = HexFormat.of().formatHex(first);
    if (mark.startsWith(UTF_8_MARK)) {
      in.skipNBytes(UTF_8_MARK.length() / 2);
      return StandardCharsets.UTF_8;
    }
    if (mark.equals("fffe0000") || mark.equals("0000feff")) {
      return Charset.forName("UTF-32");
    }
    if (mark.startsWith("fffe") || mark.startsWith("feff")) {
      return StandardCharsets.UTF_16;
    }
    if (first.length > 1 && (first[0] == 0) != (first[1] == 0)) {
      throw new DataException(
          "%s is no UTF-8 text: it has bytes that are 0, as UTF-16 has; if it is text, convert it: iconv -f UTF-16%s -t UTF-8 OLD > NEW"
              .formatted(path, first[0] == 0 ? "BE" : "LE"));
    }
    return StandardCharsets.UTF_8;
  }

  private static DataException refused(Path path, Charset charset, CharacterCodingException cause)
      throws IOException {
    return new DataException(
        ("line %d of %s has bytes that are not %s text; if the file is in Latin-1 (ISO-8859-1 or"
                + " Windows-1252), convert it: iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW")
            .formatted(line(path, charset), path, charset),
        cause);
  }

  /** The first line, from 1, that cannot be decoded. */
  private static long line(Path path, Charset charset) throws IOException {
    long line = 1;
    // This decoder replaces what it cannot decode.
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(InputFile.open(path), charset))) {
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        if (text.indexOf(REPLACEMENT) >= 0) {
          break;
        }
        line++;
      }
    }
    return line;
  }
}
