package org.latentfeature.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.ColumnarTable;

/** One file as a table of a database in memory that reads nothing else. */
final class DuckDbTable implements ColumnarTable {

  private static final Pattern NUMBER =
      Pattern.compile(
          "(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\\([0-9,]*\\)|BOOLEAN)");

  /** A list has [], an array its length in the brackets. */
  private static final Pattern LIST = Pattern.compile(NUMBER.pattern() + "\\[\\d*]");

  private final Path path;
  private final Connection database;
  private final String source;
  private final List<Column> columns;
  private final long rows;

  private DuckDbTable(
      Path path, Connection database, String source, List<Column> columns, long rows) {
    this.path = path;
    this.database = database;
    this.source = source;
    this.columns = columns;
    this.rows = rows;
  }

  static DuckDbTable open(Path path) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("jdbc_stream_results", "true"); // not all rows at once
    Connection database = DriverManager.getConnection("jdbc:duckdb:", properties);
    try (Statement statement = database.createStatement()) {
      // What it lacks it would download; and no file is more than a file.
      statement.execute("SET autoinstall_known_extensions = false");
      statement.execute("SET autoload_known_extensions = false");
      String source = source(path);
      List<Column> columns = new ArrayList<>();
      try (ResultSet described = statement.executeQuery("DESCRIBE SELECT * FROM " + source)) {
        while (described.next()) {
          columns.add(column(described.getString(1), described.getString(2)));
        }
      }
      try (ResultSet counted = statement.executeQuery("SELECT count(*) FROM " + source)) {
        counted.next();
        return new DuckDbTable(path, database, source, columns, counted.getLong(1));
      }
    } catch (SQLException e) {
      try {
        database.close();
      } catch (SQLException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** The function that reads the file; a name is no pattern, whatever characters it has. */
  private static String source(Path path) {
    String name = path.toAbsolutePath().toString().replaceAll("([\\[*?])", "[$1]");
    String function = name.endsWith(".parquet") ? "read_parquet" : "read_json_auto";
    return "%s('%s')".formatted(function, name.replace("'", "''"));
  }

  private static Column column(String name, String type) {
    Kind kind = Kind.OTHER;
    if (NUMBER.matcher(type).matches()) {
      kind = Kind.NUMBER;
    } else if (LIST.matcher(type).matches()) {
      kind = Kind.LIST;
    }
    return new Column(name, kind, type);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void visit(int[] ofX, int[] inWords, RowVisitor visitor) throws IOException {
    String names =
        Stream.concat(
                Arrays.stream(ofX).mapToObj(j -> asDoubles(columns.get(j))),
                Arrays.stream(inWords).mapToObj(j -> quoted(columns.get(j)) + "::VARCHAR"))
            .collect(Collectors.joining(", "));
    try (Statement statement = database.createStatement();
        ResultSet found = statement.executeQuery("SELECT " + names + " FROM " + source)) {
      Current row = new Current(found, ofX.length);
      boolean wanted = true;
      for (int i = 0; wanted && found.next(); i++) {
        wanted = visitor.row(i, row);
      }
    } catch (SQLException e) {
      throw DuckDbFormat.unusable(path, e);
    }
  }

  /** One getter then serves all types of numbers. */
  private static String asDoubles(Column column) {
    return quoted(column) + (column.kind() == Kind.LIST ? "::DOUBLE[]" : "::DOUBLE");
  }

  private static String quoted(Column column) {
    return '"' + column.name().replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() throws IOException {
    try {
      database.close();
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  /**
   * The row where a result stands.
   *
   * @param ofX number of its columns that are numbers or lists
   */
  private record Current(ResultSet found, int ofX) implements Row {

    @Override
    public double number(int p) throws IOException {
      return valueOf(
          () -> {
            double value = found.getDouble(p + 1);
            return found.wasNull() ? Double.NaN : value;
          });
    }

    @Override
    public double @Nullable [] list(int p) throws IOException {
      Array array = valueOf(() -> found.getArray(p + 1));
      if (array == null) {
        return null;
      }
      Object[] values = (Object[]) valueOf(array::getArray);
      return Arrays.stream(values)
          .mapToDouble(v -> v == null ? Double.NaN : ((Number) v).doubleValue())
          .toArray();
    }

    @Override
    public String text(int p) throws IOException {
      String text = valueOf(() -> found.getString(ofX + p + 1));
      return text == null ? "" : text;
    }

    private static <T extends @Nullable Object> T valueOf(Getter<T> getter) throws IOException {
      try {
        return getter.get();
      } catch (SQLException e) {
        throw new IOException(e);
      }
    }
  }

  @FunctionalInterface
  private interface Getter<T extends @Nullable Object> {
    T get() throws SQLException;
  }
}
