package org.latentfeature.study.many;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.latentfeature.data.Sha256;

/**
 * Names of problems, which are names of files in one folder on any system.
 *
 * <p>A problem that its list does not name is called after its file and options. The name depends
 * on nothing else: a list or a grid may grow, and what was fitted keeps its name.
 */
final class ProblemName {

  /** Bytes of UTF-8; most file systems allow 255, the extension among them. */
  private static final int LONGEST = 200;

  /** Hexadecimal digits that tell shortened names apart. */
  private static final int DIGITS = 16;

  private static final String FORBIDDEN = "/\\:*?\"<>|";

  /** Devices to Windows, whatever follows a full stop. */
  private static final Pattern RESERVED =
      Pattern.compile(
          "(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9¹²³]) *(\\..*)?",
          Pattern.CASE_INSENSITIVE);

  private ProblemName() {}

  /**
   * Refuses what is no name of a file on every system.
   *
   * @throws IllegalArgumentException with the name and what is wrong with it
   */
  static void require(String name) {
    String fault = null;
    if (name.isBlank()) {
      fault = "it is empty";
    } else if (name.startsWith(".")) {
      fault = "it begins with a full stop";
    } else if (bytes(name) > LONGEST) {
      fault = "it is longer than " + LONGEST + " bytes in UTF-8";
    } else if (RESERVED.matcher(name).matches()) {
      fault = "Windows reserves it for a device";
    } else if (!name.equals(name.strip())) {
      fault = "it begins or ends with a space";
    } else if (name.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0 || Character.isISOControl(c))) {
      fault = "it must not contain " + String.join(" ", FORBIDDEN.split("", -1));
    }
    if (fault != null) {
      throw new IllegalArgumentException(
          "'%s' cannot name a model's file: %s"
              .formatted(name.replaceAll("\\p{Cntrl}", "·"), fault));
    }
  }

  /**
   * The name of a problem whose list gives none: its file's, and at the end its options. Where file
   * and options make too long a name, the end of the file's words and a hash of the whole path
   * stand for it.
   */
  static String automatic(String source, String end) {
    String file = ofFile(source);
    int room = LONGEST - bytes(end);
    if (bytes(file) > room) {
      String hash = HexFormat.of().formatHex(sha256(source)).substring(0, DIGITS);
      file = ending(file, room - 1 - DIGITS) + "-" + hash;
    }
    String name = file + end;
    return RESERVED.matcher(name).matches() ? "data-" + name : name;
  }

  private static byte[] sha256(String text) {
    return Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static int bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }

  /** As many of the last characters as so many bytes hold, from a letter or digit on. */
  private static String ending(String words, int room) {
    int from = words.length();
    while (from > 0 && bytes(words.substring(words.offsetByCodePoints(from, -1))) <= room) {
      from = words.offsetByCodePoints(from, -1);
    }
    return words.substring(from).replaceFirst("^[^\\p{L}\\p{N}]+", "");
  }

  /** The words of a path without its extension, fit for a name: {@code ../a/X.npy} is a-X. */
  static String ofFile(String source) {
    String path = source.replaceFirst("\\.[A-Za-z]+$", "");
    List<String> words = new ArrayList<>();
    for (String word : path.split("[/\\\\]+", -1)) {
      String clean = word.replaceAll("[^\\p{L}\\p{N}._=+-]+", "-").replaceFirst("^\\.+", "");
      if (!clean.isEmpty()) {
        words.add(clean);
      }
    }
    String name = String.join("-", words);
    return name.isEmpty() ? "data" : name;
  }
}
