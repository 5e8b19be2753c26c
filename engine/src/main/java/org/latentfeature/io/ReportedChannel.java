package org.latentfeature.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import org.latentfeature.base.progress.WorkListener;

/** The rest of a file, read in pieces; a listener receives the progress. */
record ReportedChannel(FileChannel file, String work, WorkListener listener)
    implements ReadableByteChannel {

  /** Read in a fraction of a second, and large enough for the device. */
  private static final int PIECE = 1 << 24;

  @Override
  public int read(ByteBuffer into) throws IOException {
    int limit = into.limit();
    into.limit(Math.min(limit, into.position() + PIECE));
    try {
      return file.read(into);
    } finally {
      into.limit(limit);
      listener.onWork(work, file.position(), file.size());
    }
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
