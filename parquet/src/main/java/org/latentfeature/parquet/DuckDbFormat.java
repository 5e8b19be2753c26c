package org.latentfeature.parquet;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.latentfeature.data.DataException;
import org.latentfeature.io.ColumnarFormat;
import org.latentfeature.io.ColumnarTable;

/** Parquet, and JSON of one object a line or an array of them. */
public final class DuckDbFormat implements ColumnarFormat {

  /** Found as a service. */
  public DuckDbFormat() {}

  @Override
  public List<String> names() {
    return List.of("parquet", "json", "jsonl", "ndjson");
  }

  @Override
  public ColumnarTable open(Path path) {
    try {
      return DuckDbTable.open(path);
    } catch (SQLException e) {
      throw unusable(path, e);
    }
  }

  /** In the words of DuckDB, which names what is wrong, in one line. */
  static DataException unusable(Path path, SQLException cause) {
    String words = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return new DataException(path + " cannot be read: " + words, cause);
  }
}
