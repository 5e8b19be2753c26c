package org.latentfeature.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Passes on {@link VisibleText} of what it is given. All that a command prints goes through it. A
 * carriage return passes where a write begins with it, as it does to change a line in place.
 */
public final class VisibleWriter extends FilterWriter {

  public VisibleWriter(Writer out) {
    super(out);
  }

  @Override
  public void write(int c) throws IOException {
    write(Character.toString(c));
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    write(new String(text, offset, length));
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    String part = text.substring(offset, offset + length);
    boolean again = part.startsWith("\r");
    out.write((again ? "\r" : "") + VisibleText.lines(again ? part.substring(1) : part));
  }
}
