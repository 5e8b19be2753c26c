package org.latentfeature.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;

/** Reads a list of numbers, such as weights, in any format that {@link MatrixReader} reads. */
public final class VectorReader {

  private VectorReader() {}

  /**
   * The numbers of a 1-dimensional {@code .npy} array, or of a matrix of one row or one column.
   *
   * @param what the numbers are, in messages: {@code weights, one for each row of X}
   * @throws DataException if the file cannot be read, is neither of these, or has an entry that is
   *     not a finite number
   * @throws IOException if the device fails while reading
   */
  public static double[] read(Path path, String what) throws IOException {
    double[] numbers =
        InputFile.extension(path).equals("npy")
            ? UnchangedFile.read(path, () -> array(path, what))
            : line(MatrixReader.read(path, missing()).x(), path, what);
    for (int i = 0; i < numbers.length; i++) {
      if (!Double.isFinite(numbers[i])) {
        throw new DataException(
            "number %,d of %s is %s; correct it: they must be %s"
                .formatted(i + 1, path, Double.isNaN(numbers[i]) ? "missing" : numbers[i], what));
      }
    }
    return numbers;
  }

  /** Missing numbers are refused here, where no option would allow them. */
  private static ReadOptions missing() {
    return ReadOptions.DEFAULT.withMissing(MissingCode.NAN);
  }

  private static double[] array(Path path, String what) throws IOException {
    String name = path.toString();
    try (InputStream in = new BufferedInputStream(InputFile.open(path))) {
      if (NpyHeader.dimensions(in, name) != 1) {
        return line(MatrixReader.read(path, missing()).x(), path, what);
      }
    }
    DoubleStream.Builder numbers = DoubleStream.builder();
    try (InputStream in = new BufferedInputStream(InputFile.open(path))) {
      if (NpyVector.forEach(in, name, (i, value) -> numbers.add(value)) == 0) {
        throw new DataException(name + " has no numbers; it must have " + what);
      }
    }
    return numbers.build().toArray();
  }

  private static double[] line(Matrix x, Path path, String what) {
    if (x.rows() != 1 && x.cols() != 1) {
      throw new DataException(
          "%s is %,d × %,d, but must be a single row or column of %s"
              .formatted(path, x.rows(), x.cols(), what));
    }
    double[] numbers = new double[Math.max(x.rows(), x.cols())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = x.cols() == 1 ? x.get(i, 0) : x.get(0, i);
    }
    return numbers;
  }
}
