package org.latentfeature.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.latentfeature.base.progress.WorkListener;

/** A file read from start to end; a listener receives the number of bytes. */
final class ReportedInput extends FilterInputStream {

  private final String work;
  private final WorkListener listener;
  private final long length;
  private long read;

  private ReportedInput(InputStream in, String work, WorkListener listener, long length) {
    super(in);
    this.work = work;
    this.listener = listener;
    this.length = length;
  }

  /** Opens {@code path}, expanding what is compressed; reported are bytes of the file. */
  static InputStream of(Path path, String work, WorkListener listener) throws IOException {
    return CompressedFile.content(
        path, new ReportedInput(Files.newInputStream(path), work, listener, Files.size(path)));
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    report(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int count = super.read(bytes, from, length);
    report(Math.max(0, count));
    return count;
  }

  private void report(int count) {
    read += count;
    listener.onWork(work, Math.min(read, length), length);
  }
}
