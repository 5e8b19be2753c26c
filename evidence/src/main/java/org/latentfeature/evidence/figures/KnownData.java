package org.latentfeature.evidence.figures;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.report.picture.PictureShape;

/**
 * The names of the paper's data sets, and the facts that their files do not contain.
 *
 * @param name the name, as in the recorded figures
 * @param file the file of X in the folder
 * @param picture how a row makes a picture; null where it is none
 * @param kind the synthetic problem that stands in where the file is absent; null for real data
 * @param shown the K whose features are shown and whose times are compared: that of the truth, the
 *     objects on the table, the persons, the classes
 * @param most the largest K, that of the recorded figures
 */
record KnownData(
    String name,
    String file,
    @Nullable PictureShape picture,
    @Nullable String kind,
    int shown,
    int most) {

  static final List<KnownData> ALL =
      List.of(
          synthetic("Syn0", rows(14, 14), 4, 18),
          synthetic("Syn1", null, 35, 44),
          synthetic("Syn2", rows(30, 30), 14, 39),
          synthetic("Syn3", rows(30, 30), 35, 76),
          new KnownData(
              "tabletop", "tabletop_u8_x255.npy", rows(80, 107).inColumns(true), null, 4, 23),
          new KnownData("Mnist1k", "Mnist1k_u8_x255.npy", rows(28, 28), null, 10, 50),
          new KnownData(
              "YaleFace", "YaleFace_u8_x255.npy", rows(58, 49).inColumns(true), null, 15, 50),
          new KnownData("Yeast", "yeast.npy", null, null, 14, 125));

  private static final int SHOWN_OF_OTHERS = 10;
  private static final int MOST_OF_OTHERS = 20;

  /** The file's table entry, if it has one. */
  static Optional<KnownData> of(String file) {
    return ALL.stream().filter(known -> known.file.equals(file)).findFirst();
  }

  /** A file that the table does not know, of D columns: taken for square pictures where D is. */
  static KnownData other(String name, String file, int cols) {
    int side = (int) Math.round(Math.sqrt(cols));
    boolean square = side > 1 && (long) side * side == cols;
    return new KnownData(
        name, file, square ? rows(side, side) : null, null, SHOWN_OF_OTHERS, MOST_OF_OTHERS);
  }

  private static KnownData synthetic(
      String name, @Nullable PictureShape picture, int truth, int most) {
    return new KnownData(
        name, name + DataFolder.DATA, picture, "syn" + name.substring(3), truth, most);
  }

  private static PictureShape rows(int height, int width) {
    return new PictureShape(height, width, false);
  }
}
