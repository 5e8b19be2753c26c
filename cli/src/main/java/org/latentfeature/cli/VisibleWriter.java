package org.latentfeature.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Passes on {@link VisibleText} of what it is given. All that a command prints goes through it. */
final class VisibleWriter extends FilterWriter {

  VisibleWriter(Writer out) {
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
    out.write(VisibleText.lines(text.substring(offset, offset + length)));
  }
}
