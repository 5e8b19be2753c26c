package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.contract.CountedMemory;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;

/** What a fit is said to need is what it takes. */
@Tag("whole")
final class MemoryNeedTest {

  /** Large ones are stopped once the search is open: what is missing then is their spectrum. */
  @ParameterizedTest
  @CsvSource({"5000, 20000", "1000, 1200"})
  void itIsWhatLargeDataTake(int rows, int cols, @TempDir Path folder) throws IOException {
    Matrix x =
        MatrixReader.read(sparse(folder.resolve("X.npy"), rows, cols), ReadOptions.DEFAULT).x();
    LassoOptions options = LassoOptions.of(20).withMethod(Method.LASSO);
    try (CountedMemory backend = new CountedMemory()) {
      new LatentFeatureLasso(backend, options)
          .fit(x, FitListener.SILENT.until(() -> backend.searches()));
      assertTrue(backend.searches());
      long spectrum = 8L * rows * rows;
      assertEquals(
          LatentFeatureLasso.bytesNeeded(backend, rows, cols, options), backend.most() + spectrum);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "30, 200, fit",
    "30, 200, path",
    "40, 45, fit",
    "60, 20, path",
    "60, 40, fit",
    "30, 20000, path",
    "12000, 5, path"
  })
  void itIsWhatFitsTake(int rows, int cols, String what) {
    Matrix x = SyntheticProblem.dense(rows, cols, 3, .2, 1).x();
    LassoOptions options = LassoOptions.of(3).withMethod(Method.LASSO);
    try (CountedMemory backend = new CountedMemory()) {
      LatentFeatureLasso lasso = new LatentFeatureLasso(backend, options);
      if (what.equals("fit")) {
        lasso.fit(x, FitListener.SILENT);
      } else {
        lasso.path(x, FitListener.SILENT);
      }
      assertEquals(0, backend.open());
      assertEquals(LatentFeatureLasso.bytesNeeded(backend, rows, cols, options), backend.most());
    }
  }

  /** The first finds the truth by columns; the others go on to all searches. */
  @ParameterizedTest
  @CsvSource({"60, 20, .2", "60, 20, 5", "400, 30, 5"})
  void aFitThatSearchesColumnsTakesNoMore(int rows, int cols, double noise) {
    Matrix x = SyntheticProblem.dense(rows, cols, 3, noise, 1).x();
    LassoOptions options = LassoOptions.of(3);
    try (CountedMemory backend = new CountedMemory()) {
      new LatentFeatureLasso(backend, options).fit(x);
      assertEquals(0, backend.open());
      long needed = LatentFeatureLasso.bytesNeeded(backend, rows, cols, options);
      assertTrue(backend.most() <= needed, backend.most() + " of " + needed);
      assertTrue(
          needed
              > LatentFeatureLasso.bytesNeeded(
                  backend, rows, cols, options.withMethod(Method.LASSO)));
    }
  }

  /** It may be less than what the fit has taken, with the spectrum of its data, or more. */
  @ParameterizedTest
  @CsvSource({"30, 200, false", "40, 45, false", "60, 20, true"})
  void itIsWhatACertificateTakes(int rows, int cols, boolean more) {
    SyntheticProblem p = SyntheticProblem.dense(rows, cols, 3, .2, 1);
    LassoOptions options = LassoOptions.of(3);
    try (CountedMemory backend = new CountedMemory()) {
      new Certifier(backend, options).certify(p.x(), p.z(), Double.NaN, FitListener.SILENT);
      assertEquals(0, backend.open());
      long needed = Certifier.bytesNeeded(backend, Matrix.allocate(rows, cols), options);
      assertEquals(needed, backend.most());
      assertEquals(more, needed > LatentFeatureLasso.bytesNeeded(backend, rows, cols, options));
    }
  }

  /** A file of ones in its last row; the rest is a hole, which takes no memory. */
  private static Path sparse(Path file, int rows, int cols) throws IOException {
    String header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }".formatted(rows, cols);
    header += " ".repeat(117 - header.length()) + "\n";
    ByteBuffer ones = ByteBuffer.allocate(4 * cols).order(ByteOrder.LITTLE_ENDIAN);
    while (ones.hasRemaining()) {
      ones.putFloat(1);
    }
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0});
      out.write(header.getBytes(StandardCharsets.US_ASCII));
      out.setLength(128 + 4L * rows * cols);
      out.seek(128 + 4L * (rows - 1) * cols);
      out.write(ones.array());
    }
    return file;
  }
}
