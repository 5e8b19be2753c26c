package org.latentfeature.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.CsvWriter;
import org.latentfeature.io.NpyWriter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A file that is to hold a matrix, in the format that its name's ending tells.
 *
 * @param path the file
 * @param csv whether it is CSV; otherwise .npy
 */
public record MatrixOutput(Path path, boolean csv) {

  /** Writes it; the columns of a CSV file, and the rows where they have any, get their names. */
  public void write(Matrix matrix, @Nullable List<String> columns, @Nullable List<String> rows) {
    if (csv) {
      CsvWriter.write(matrix, columns, rows, path);
    } else {
      NpyWriter.write(matrix, path);
    }
  }

  public void write(Dense matrix, List<String> columns, @Nullable List<String> rows) {
    if (csv) {
      CsvWriter.write(matrix, columns, rows, path);
    } else {
      NpyWriter.write(matrix, path);
    }
  }

  public void write(BinaryMatrix matrix, List<String> columns, @Nullable List<String> rows) {
    if (csv) {
      CsvWriter.write(matrix, columns, rows, path);
    } else {
      NpyWriter.write(matrix, path);
    }
  }

  /** Reads a file name. */
  public static final class Converter implements ITypeConverter<MatrixOutput> {

    @Override
    public MatrixOutput convert(String value) {
      String name = value.toLowerCase(Locale.ROOT);
      if (!name.endsWith(".npy") && !name.endsWith(".csv")) {
        throw new TypeConversionException(
            "the name '" + value + "' has no known extension; end it in .npy or .csv");
      }
      return new MatrixOutput(Path.of(value), name.endsWith(".csv"));
    }
  }
}
