package org.latentfeature.io;

import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;

/**
 * Writes CSV (or, to a file named {@code .tsv}, tab-separated values), UTF-8, with a header where
 * column names are given, each a {@link TextCell}. Numbers are written so that reading gives the
 * same values back. Files are written through {@link AtomicFile}.
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
    float[] row = new float[x.cols()];
    write(
        path,
        columnNames,
        x.rows(),
        row.length,
        i -> {
          x.getRow(i, row);
          return cells(row.length, j -> "" + row[j]);
        });
  }

  /**
   * Writes a matrix of doubles.
   *
   * @param columnNames names for a header, or null for none
   * @throws DataException if the file cannot be written
   */
  public static void write(Dense m, @Nullable List<String> columnNames, Path path) {
    write(path, columnNames, m.rows(), m.cols(), i -> cells(m.cols(), j -> "" + m.get(i, j)));
  }

  /**
   * Writes an incidence matrix as zeros and ones.
   *
   * @param columnNames K names for a header, or null for none
   * @throws DataException if the file cannot be written
   */
  public static void write(BinaryMatrix z, @Nullable List<String> columnNames, Path path) {
    write(
        path, columnNames, z.rows(), z.cols(), i -> cells(z.cols(), k -> z.get(i, k) ? "1" : "0"));
  }

  private static void write(
      Path path,
      @Nullable List<String> columnNames,
      int rows,
      int cols,
      IntFunction<List<String>> row) {
    if (columnNames != null && columnNames.size() != cols) {
      throw new IllegalArgumentException(
          columnNames.size() + " column names for " + cols + " columns");
    }
    write(path, columnNames, () -> IntStream.range(0, rows).mapToObj(row).iterator());
  }

  /**
   * Writes a table of text, cells quoted where they must be.
   *
   * @param header names of the columns
   * @param rows cells, as many as names
   * @throws DataException if the file cannot be written
   */
  public static void write(List<String> header, Iterable<List<String>> rows, Path path) {
    write(path, header, rows);
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
