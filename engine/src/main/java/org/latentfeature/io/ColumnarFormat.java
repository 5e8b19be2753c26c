package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;

/** A format of tables whose columns have names and types. */
public interface ColumnarFormat extends MatrixFormat {

  /**
   * Opens a file that is there.
   *
   * @throws org.latentfeature.data.DataException if it is not of the format, naming the file
   * @throws IOException if the device fails while reading
   */
  ColumnarTable open(Path path) throws IOException;

  @Override
  default Set<Trait> traits() {
    return Set.of(Trait.NAMED_COLUMNS);
  }

  @Override
  default Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    try (ColumnarTable table = open(path)) {
      return new ColumnarReader(path, options, table).read();
    }
  }

  @Override
  default MatrixShape shape(Path path, ReadOptions options) throws IOException {
    try (ColumnarTable table = open(path)) {
      return new ColumnarReader(path, options, table).shape();
    }
  }
}
