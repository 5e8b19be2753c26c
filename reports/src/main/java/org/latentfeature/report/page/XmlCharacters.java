package org.latentfeature.report.page;

import java.util.regex.Pattern;

/**
 * Leaves in a page only what XML 1.0 (section 2.2, Char) can hold and a reader can see. Control
 * characters, halves of surrogate pairs and the noncharacters U+FFFE and U+FFFF can come with the
 * names of a file's columns, and not even a reference may stand for them; nor for marks of
 * direction, which would turn letters around to make of one name another.
 */
public final class XmlCharacters {

  /** The replacement character, which readers show, in the place of each removed character. */
  static final String REPLACEMENT = "\uFFFD";

  private static final Pattern UNHOLDABLE =
      Pattern.compile(
          "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]"
              + "|[\\x{7F}-\\x{9F}\\x{61C}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}]");

  /** Text's own ampersands are escaped, so that these are references that a serializer made. */
  private static final Pattern REFERENCE = Pattern.compile("&#(?:(\\d{1,7})|x(\\p{XDigit}{1,6}));");

  private XmlCharacters() {}

  /** {@code markup}, in which text is escaped, with {@link #REPLACEMENT} for each of them. */
  public static String only(String markup) {
    String characters = UNHOLDABLE.matcher(markup).replaceAll(REPLACEMENT);
    return REFERENCE
        .matcher(characters)
        .replaceAll(
            reference -> {
              String decimal = reference.group(1);
              int c =
                  decimal == null
                      ? Integer.parseInt(reference.group(2), 16)
                      : Integer.parseInt(decimal);
              boolean holdable =
                  Character.isValidCodePoint(c)
                      && !UNHOLDABLE.matcher(Character.toString(c)).matches();
              return holdable ? reference.group() : REPLACEMENT;
            });
  }
}
