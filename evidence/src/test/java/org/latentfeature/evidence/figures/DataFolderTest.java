package org.latentfeature.evidence.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.report.picture.PictureShape;

class DataFolderTest {

  @TempDir Path folder;

  private static List<String> names(DataFolder found) {
    return found.sets().stream().map(DataSet::name).toList();
  }

  @Test
  void namesAndFiguresGoTogether() throws IOException {
    SmallData.synthetic(folder, 8);
    SmallData.real(folder, "yeast.npy", 8);
    SmallData.real(folder, "Own_u8_x255.npy", 8);
    Files.writeString(folder.resolve("notes.txt"), "not data");
    Files.createDirectory(folder.resolve("folder.npy"));
    assertEquals(
        List.of("Syn0", "Syn1", "Syn2", "Syn3"),
        names(DataFolder.read(folder, Experiment.FIGURE2, Selection.ALL)));
    assertEquals(
        List.of("Yeast", "Own"), names(DataFolder.read(folder, Experiment.FIGURE3, Selection.ALL)));
    assertEquals(6, DataFolder.read(folder, Experiment.TABLE_TIMES, Selection.ALL).sets().size());
  }

  @Test
  void bytesAreDividedBy255() throws IOException {
    Matrix x = Matrix.of(new float[][] {{0, 255}, {51, 1}});
    NpyWriter.write(x, folder.resolve("Own_u8_x255.npy"));
    DataSet set = DataFolder.read(folder, Experiment.FIGURE3, Selection.ALL).sets().get(0);
    assertEquals(1, set.x().get(0, 1));
    assertEquals(.2f, set.x().get(1, 0));
    assertEquals(2, set.most(), "no more features than rows");
    assertNull(set.truth());
  }

  @Test
  void knownPicturesHaveTheirShapeIfTheirSizeIsRight() throws IOException {
    NpyWriter.write(new Dense(3, 80 * 107), folder.resolve("tabletop_u8_x255.npy"));
    NpyWriter.write(new Dense(3, 10), folder.resolve("YaleFace_u8_x255.npy"));
    NpyWriter.write(new Dense(3, 784), folder.resolve("Mnist1k.npy"));
    List<DataSet> sets = DataFolder.read(folder, Experiment.FIGURE3, Selection.ALL).sets();
    assertEquals(new PictureShape(80, 107, true), sets.get(0).picture());
    assertNull(sets.get(1).picture());
    assertEquals("Mnist1k", sets.get(2).name());
    assertEquals(new PictureShape(28, 28, false), sets.get(2).picture());
  }

  @Test
  void digitsOfMnistAreKnownByTheirFile() throws IOException {
    NpyWriter.write(new Dense(60, 784), folder.resolve("Mnist1k_u8_x255.npy"));
    SmallData.real(folder, "A.npy", 8);
    List<DataSet> sets = DataFolder.read(folder, Experiment.FIGURE3, Selection.ALL).sets();
    assertEquals("Mnist1k", sets.get(0).name(), "before those of no paper");
    assertEquals(new PictureShape(28, 28, false), sets.get(0).picture());
    assertEquals(10, sets.get(0).shown(), "digits");
    assertEquals(50, sets.get(0).most());
  }

  @Test
  void thePapersProblemsAreGeneratedWhereTheyAreAbsent() throws IOException {
    SmallData.synthetic(folder, 8);
    Files.delete(folder.resolve("Syn0_X.npy"));
    DataSet generated = DataFolder.read(folder, Experiment.FIGURE2, Selection.ALL).sets().get(0);
    assertEquals("Syn0", generated.name());
    assertEquals(100, generated.x().rows());
    assertTrue(generated.origin().contains("lfm generate syn0 --seed 0"));
    assertNotNull(generated.truth());
    assertEquals(4, generated.shown());
  }

  @Test
  void aTruthThatDoesNotFitIsAFault() throws IOException {
    SmallData.synthetic(folder, 8);
    NpyWriter.write(BinaryMatrix.empty(8).with(column(8)), folder.resolve("Syn2_Z.npy"));
    Files.delete(folder.resolve("Syn3_W.npy"));
    DataFolder found = DataFolder.read(folder, Experiment.FIGURE2, Selection.ALL);
    assertEquals(List.of("Syn0", "Syn1"), names(found));
    assertEquals(2, found.faults().size());
    assertTrue(found.faults().get(0).message().contains("8 × 1"));
    assertEquals("Syn3", found.faults().get(1).dataSet());
    assertTrue(found.faults().get(1).message().contains("Syn3_W.npy"));
  }

  private static BitVector column(int rows) {
    return BitVector.of(new boolean[rows]);
  }

  @Test
  void aMissingFolderIsNamed() {
    Path none = folder.resolve("none");
    String message =
        String.valueOf(
            assertThrows(
                    DataException.class,
                    () -> DataFolder.read(none, Experiment.FIGURE3, Selection.ALL))
                .getMessage());
    assertTrue(message.contains("there is no directory " + none), message);
  }
}
