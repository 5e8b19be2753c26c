package org.latentfeature.io;

/** Lines of remarks in a table of text. */
final class CommentLine {

  private CommentLine() {}

  /** The characters by which {@code line} begins as a comment does; empty if it does not. */
  static String marker(CharSequence line) {
    char first = line.isEmpty() ? ' ' : line.charAt(0);
    if (first == '#' || first == '%') {
      return Character.toString(first);
    }
    return first == '/' && line.length() > 1 && line.charAt(1) == '/' ? "//" : "";
  }
}
