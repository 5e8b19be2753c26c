package org.latentfeature.evidence.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.BinaryMatrixReader;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;

/**
 * The data sets of a folder: every {@code .npy} in it. {@code NAME_X.npy} is synthetic, with its
 * truth in {@code NAME_Z.npy} and {@code NAME_W.npy}; {@code NAME_u8_x255.npy} holds 255 times the
 * values; the paper's synthetic problems are generated where they are absent.
 */
final class DataFolder {

  static final String DATA = "_X.npy";

  private static final String INCIDENCE = "_Z.npy";
  private static final String DICTIONARY = "_W.npy";
  private static final String BYTES = "_u8_x255.npy";
  private static final String ANY = ".npy";
  private static final long GENERATED_SEED = 0;

  private final List<DataSet> sets = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();

  private DataFolder() {}

  /**
   * Reads what {@code experiment} shows and {@code wanted} names, in the order of the paper, then
   * of the names.
   *
   * @throws IllegalArgumentException if a data set is wanted that there is not
   * @throws DataException if there is no such folder; files that cannot be used become faults
   * @throws IOException if the device fails while reading
   */
  static DataFolder read(Path folder, Experiment experiment, Selection wanted) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new DataException(
          "there is no directory "
              + folder
              + "; name one that holds the data (an empty one is enough for figure2, whose problems"
              + " are then generated)");
    }
    List<Path> others =
        others(folder).stream()
            .filter(file -> experiment.shows(fileName(file).endsWith(DATA)))
            .toList();
    wanted.requireAmong(names(folder, experiment, others));
    DataFolder found = new DataFolder();
    for (KnownData known : KnownData.ALL) {
      Path file = folder.resolve(known.file());
      if (experiment.shows(known.kind() != null) && wanted.hasData(known.name())) {
        if (Files.exists(file)) {
          found.read(known, file);
        } else if (known.kind() != null) {
          found.generate(known, known.kind());
        }
      }
    }
    for (Path file : others) {
      if (wanted.hasData(stem(fileName(file)))) {
        found.read(null, file);
      }
    }
    return found;
  }

  private static List<String> names(Path folder, Experiment experiment, List<Path> others) {
    Stream<String> known =
        KnownData.ALL.stream()
            .filter(data -> experiment.shows(data.kind() != null))
            .filter(data -> data.kind() != null || Files.exists(folder.resolve(data.file())))
            .map(KnownData::name);
    return Stream.concat(known, others.stream().map(file -> stem(fileName(file)))).toList();
  }

  List<DataSet> sets() {
    return sets;
  }

  /** Returns the files that could not be read, with the reasons. */
  List<Fault> faults() {
    return faults;
  }

  private static List<Path> others(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> isOther(fileName(file)) && Files.isRegularFile(file))
          .sorted()
          .toList();
    }
  }

  private static boolean isOther(String name) {
    return name.endsWith(ANY)
        && !name.endsWith(INCIDENCE)
        && !name.endsWith(DICTIONARY)
        && KnownData.of(name).isEmpty();
  }

  private void read(@Nullable KnownData known, Path file) throws IOException {
    String name = fileName(file);
    boolean bytes = name.endsWith(BYTES);
    ReadOptions options = ReadOptions.DEFAULT.withScaleBy(bytes ? 1 / 255.0 : 1);
    String stem = stem(name);
    try {
      Matrix x = MatrixReader.read(file, options).x();
      KnownData rule = known != null ? known : KnownData.other(stem, name, x.cols());
      DataSet.Truth truth = name.endsWith(DATA) ? truth(file.resolveSibling(stem), x) : null;
      sets.add(DataSet.of(rule, name + (bytes ? ", divided by 255" : ""), x, truth));
    } catch (DataException e) {
      faults.add(new Fault(known != null ? known.name() : stem, String.valueOf(e.getMessage())));
    }
  }

  private static DataSet.Truth truth(Path stem, Matrix x) throws IOException {
    Path incidence = Path.of(stem + INCIDENCE);
    Path dictionary = Path.of(stem + DICTIONARY);
    BinaryMatrix z = BinaryMatrixReader.read(incidence, ReadOptions.DEFAULT);
    Dense w = MatrixReader.read(dictionary, ReadOptions.DEFAULT).x().toDense();
    if (z.rows() != x.rows() || w.rows() != z.cols() || w.cols() != x.cols()) {
      throw new DataException(
          "%s is %,d × %,d and %s is %,d × %,d, which do not make the %,d × %,d of %s"
              .formatted(
                  incidence,
                  z.rows(),
                  z.cols(),
                  dictionary,
                  w.rows(),
                  w.cols(),
                  x.rows(),
                  x.cols(),
                  stem + DATA));
    }
    return new DataSet.Truth(z, w);
  }

  private void generate(KnownData known, String kind) {
    SyntheticProblem problem = SyntheticProblem.generate(kind, GENERATED_SEED);
    sets.add(
        DataSet.of(
            known,
            "generated: lfm generate %s --seed %d".formatted(kind, GENERATED_SEED),
            problem.x(),
            new DataSet.Truth(problem.z(), problem.w())));
  }

  private static String stem(String name) {
    for (String ending : List.of(DATA, BYTES, ANY)) {
      if (name.endsWith(ending)) {
        return name.substring(0, name.length() - ending.length());
      }
    }
    return name;
  }

  private static String fileName(Path file) {
    return String.valueOf(file.getFileName());
  }
}
