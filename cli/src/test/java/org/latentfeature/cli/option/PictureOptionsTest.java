package org.latentfeature.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cli.Run;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.Verified;

/** {@code --image}, on a model whose features are smooth pictures, stored row after row. */
class PictureOptionsTest {

  private static final int HEIGHT = 12;
  private static final int WIDTH = 20;

  @TempDir Path folder;
  private Path model = Path.of("unset");
  private Path sheet = Path.of("unset");

  @BeforeEach
  void saveAModel() {
    model = folder.resolve("model.lfm");
    sheet = folder.resolve("sheet.png");
    Dense w = new Dense(1, HEIGHT * WIDTH);
    for (int i = 0; i < HEIGHT; i++) {
      for (int j = 0; j < WIDTH; j++) {
        w.set(0, i * WIDTH + j, Math.hypot(i - 3, j - 7));
      }
    }
    save(w);
  }

  private void save(Dense w) {
    BitVector column = BitVector.of(new boolean[] {true, false});
    LassoOptions options = LassoOptions.of(1);
    BackendInfo backend = new BackendInfo("java", "a test", 1, Map.of());
    ModelFile.save(
        LassoModel.of(
            new LassoResult(
                BinaryMatrix.ofColumns(2, List.of(column)),
                w,
                ColumnTerms.NONE,
                0,
                0,
                "path",
                Double.NaN,
                Verified.NONE,
                Map.of(),
                Ending.CONVERGED,
                List.of(),
                Map.of(),
                new FitOrigin<>(options, backend, Matrix.allocate(2, w.cols()))),
            options,
            new Provenance("a test", backend, new FittedData(2, w.cols(), "abc", Map.of(), null))),
        model);
  }

  private Run plot(String image, Object... more) {
    Object[] words = new Object[6 + more.length];
    System.arraycopy(new Object[] {"plot", model, "-o", sheet, "--image", image}, 0, words, 0, 6);
    System.arraycopy(more, 0, words, 6, more.length);
    return Run.lfm(words).succeeds();
  }

  @Test
  void aReadingThatIsNotTheSmoothestIsTold() {
    String turned = plot("20x12").err();
    assertTrue(turned.contains("% smoother"), turned);
    assertTrue(turned.contains("with --column-major, or with --image 12x20"), turned);
    String columns = plot("12x20", "--column-major").err();
    assertTrue(columns.contains("without --column-major, or with --image 20x12"), columns);
    // These are right, or its transpose.
    assertEquals("", plot("12x20").err());
    assertEquals("", plot("20x12", "--column-major").err());
  }

  @Test
  void autoTakesTheSmoothest() {
    String found = plot("auto").err();
    assertTrue(found.contains("smoothest as images of 12x20, row-major"), found);
    assertTrue(found.contains("--image 20x12 --column-major"), found);
    String columns = plot("auto", "--column-major").err();
    assertTrue(columns.contains("images of 20x12, column-major"), columns);
    assertTrue(columns.contains("--image 12x20 without --column-major"), columns);
  }

  @Test
  void whatMakesNoPictureIsTold() {
    save(new Dense(1, 17));
    Run.lfm("plot", model, "-o", sheet, "--image", "auto").fails("model.lfm", "17 columns");
    Run.lfm("plot", model, "-o", sheet, "--image", "3x5").fails("15 pixels", "17 columns", "auto");
    Run.lfm("plot", model, "-o", sheet, "--image", "wide").isWrongUse("'wide'", "30x40", "auto");
    Run.lfm("plot", model, "-o", sheet).isWrongUse("--image");
    Run.lfm("plot", model, "-o", sheet, "--column-major")
        .isWrongUse("--column-major needs --image");
    assertFalse(Files.exists(sheet));
  }
}
