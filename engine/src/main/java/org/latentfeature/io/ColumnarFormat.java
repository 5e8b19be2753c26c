package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A format of tables whose columns have names and types, which a plug-in reads. It is found as a
 * {@linkplain java.util.ServiceLoader service}.
 */
public interface ColumnarFormat {

  /** Extensions of its files in lower case, without the dot. */
  List<String> extensions();

  /**
   * Opens a file that is there.
   *
   * @throws org.latentfeature.data.DataException if it is not of the format, naming the file
   * @throws IOException if the device fails while reading
   */
  ColumnarTable open(Path path) throws IOException;
}
