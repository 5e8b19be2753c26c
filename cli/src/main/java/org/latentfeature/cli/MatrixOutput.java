package org.latentfeature.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.CsvWriter;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.NpyWriter;
import org.latentfeature.linalg.Dense;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A file that is to hold a matrix, in the format that its name's ending tells.
 *
 * @param path the file
 * @param csv whether it is CSV; otherwise .npy
 */
record MatrixOutput(Path path, boolean csv) {

  /** Writes it; {@code names} head the columns of a CSV file. */
  void write(Matrix matrix, @Nullable List<String> names) {
    if (csv) {
      CsvWriter.write(matrix, names, path);
    } else {
      NpyWriter.write(matrix, path);
    }
  }

  void write(Dense matrix, @Nullable List<String> names) {
    if (csv) {
      CsvWriter.write(matrix, names, path);
    } else {
      NpyWriter.write(matrix, path);
    }
  }

  void write(BinaryMatrix matrix) {
    if (csv) {
      CsvWriter.write(matrix, null, path);
    } else {
      NpyWriter.write(matrix, path);
    }
  }

  /** Reads a file name. */
  static final class Converter implements ITypeConverter<MatrixOutput> {

    @Override
    public MatrixOutput convert(String value) {
      String name = value.toLowerCase(Locale.ROOT);
      if (!name.endsWith(".npy") && !name.endsWith(".csv")) {
        throw new TypeConversionException(
            "the name '" + value + "' tells no format; end it in .npy or .csv");
      }
      return new MatrixOutput(Path.of(value), name.endsWith(".csv"));
    }
  }
}
