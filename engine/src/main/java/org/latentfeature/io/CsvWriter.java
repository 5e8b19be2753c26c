package org.latentfeature.io;

import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;

/**
 * Writes CSV (or, to a file named {@code .tsv}, tab-separated values), UTF-8, with a header where
 * column names are given. Names of rows stand in a first column without a name, as pandas and R
 * write them and readers here take them. Names and other text are each a {@link TextCell}; numbers
 * are written so that reading gives the same values back. Files are written through {@link
 * AtomicFile}.
 */
public final class CsvWriter {

  private CsvWriter() {}

  /**
   * Writes an N×D matrix.
   *
   * @param columnNames D names for a header, or null for none
   * @throws DataException if the file cannot be written
   */
  public static void write(Matrix x, @Nullable List<String> columnNames, Path path) {
    write(x, columnNames, null, path);
  }

  /**
   * Writes an N×D matrix with names of its rows.
   *
   * @param rowNames N names, or null for none; they need names of columns
   */
  public static void write(
      Matrix x, @Nullable List<String> columnNames, @Nullable List<String> rowNames, Path path) {
    float[] row = new float[x.cols()];
    new Names(columnNames, rowNames)
        .write(
            path,
            x.rows(),
            row.length,
            i -> {
              x.getRow(i, row);
              return cells(row.length, j -> "" + row[j]);
            });
  }

  /** Writes a matrix of doubles with names of its rows. */
  public static void write(
      Dense m, @Nullable List<String> columnNames, @Nullable List<String> rowNames, Path path) {
    new Names(columnNames, rowNames)
        .write(path, m.rows(), m.cols(), i -> cells(m.cols(), j -> "" + m.get(i, j)));
  }

  /** Writes an incidence matrix as zeros and ones, with names of its rows. */
  public static void write(
      BinaryMatrix z,
      @Nullable List<String> columnNames,
      @Nullable List<String> rowNames,
      Path path) {
    new Names(columnNames, rowNames)
        .write(path, z.rows(), z.cols(), i -> cells(z.cols(), k -> z.get(i, k) ? "1" : "0"));
  }

  /** Names beside a matrix. */
  private record Names(@Nullable List<String> columns, @Nullable List<String> rows) {

    void write(Path path, int count, int cols, IntFunction<List<String>> row) {
      if (columns != null && columns.size() != cols) {
        throw new IllegalArgumentException(
            columns.size() + " column names for " + cols + " columns");
      }
      if (rows != null && (columns == null || rows.size() != count)) {
        throw new IllegalArgumentException(
            rows.size()
                + " row names for "
                + count
                + " rows"
                + (columns == null ? " and no header" : ""));
      }
      CsvWriter.write(
          path,
          header(),
          () -> IntStream.range(0, count).mapToObj(i -> line(i, row.apply(i))).iterator());
    }

    private @Nullable List<String> header() {
      return rows == null || columns == null ? columns : after("", columns);
    }

    private List<String> line(int i, List<String> cells) {
      return rows == null ? cells : after(TextCell.guarded(rows.get(i)), cells);
    }

    private static List<String> after(String first, List<String> cells) {
      return cells(cells.size() + 1, j -> j == 0 ? first : cells.get(j - 1));
    }
  }

  /**
   * Writes a table of text and numbers, cells quoted where they must be.
   *
   * @param header names of the columns
   * @param rows cells, as many as names
   * @throws DataException if the file cannot be written
   */
  public static void write(List<String> header, Iterable<List<String>> rows, Path path) {
    write(
        path,
        header,
        () ->
            StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.stream().map(TextCell::guarded).toList())
                .iterator());
  }

  private static void write(
      Path path, @Nullable List<String> columnNames, Iterable<List<String>> rows) {
    AtomicFile.write(
        path,
        out -> {
          de.siegmar.fastcsv.writer.CsvWriter csv =
              de.siegmar.fastcsv.writer.CsvWriter.builder()
                  .fieldSeparator(path.toString().endsWith(".tsv") ? '\t' : ',')
                  .lineDelimiter(LineDelimiter.LF)
                  .build(out, StandardCharsets.UTF_8);
          if (columnNames != null) {
            csv.writeRecord(columnNames.stream().map(TextCell::guarded).toList());
          }
          rows.forEach(csv::writeRecord);
          csv.flush();
        });
  }

  private static List<String> cells(int count, IntFunction<String> cell) {
    return new AbstractList<>() {
      @Override
      public String get(int j) {
        return cell.apply(j);
      }

      @Override
      public int size() {
        return count;
      }
    };
  }
}
