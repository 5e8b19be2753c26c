package org.latentfeature.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * A way in which whole files are compressed, by the last part of their names: {@code x.csv.gz}.
 * Those beyond the ones of the JDK are found as {@linkplain java.util.ServiceLoader services}.
 */
public interface Compression {

  /** The last parts of the names of its files, in lower case, without the dot. */
  List<String> suffixes();

  /**
   * The content of a file.
   *
   * @param bytes of the file, which closing the result closes
   * @throws IOException if they are not compressed in this way, also later while the content is
   *     read, or if the device fails
   */
  InputStream expand(InputStream bytes) throws IOException;
}
