package org.latentfeature.formats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.MatrixFormat;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.SparseDensity;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.format.Mat5Reader.EntryFilter;
import us.hebi.matlab.mat.format.Mat5Reader.EntryHeader;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Source;
import us.hebi.matlab.mat.types.Sources;
import us.hebi.matlab.mat.types.Sparse;

/**
 * MATLAB's files: those of versions 5 to 7.2 by MFL, those of 7.3 as the {@linkplain Hdf5Format
 * HDF5} that they are. A matrix is one as MATLAB shows it, dense or sparse, real or logical.
 */
public final class MatlabFormat implements MatrixFormat {

  private static final Set<MatlabType> NUMBERS =
      EnumSet.of(
          MatlabType.Sparse,
          MatlabType.Double,
          MatlabType.Single,
          MatlabType.Int8,
          MatlabType.UInt8,
          MatlabType.Int16,
          MatlabType.UInt16,
          MatlabType.Int32,
          MatlabType.UInt32,
          MatlabType.Int64,
          MatlabType.UInt64);

  /** A matrix of a file. */
  private record Found(String name, long rows, long cols) {

    MatrixShape shape(Path path) {
      if (Math.max(rows, cols) > Integer.MAX_VALUE - 8) {
        throw new DataException(
            "%s[%s] is %,d × %,d, more than is supported".formatted(path, name, rows, cols));
      }
      return new MatrixShape((int) rows, (int) cols);
    }
  }

  /** Found as a service. */
  public MatlabFormat() {}

  @Override
  public List<String> names() {
    return List.of("mat");
  }

  @Override
  public Set<Trait> traits() {
    return Set.of(Trait.ENTRIES);
  }

  @Override
  public MatrixShape shape(Path path, ReadOptions options) throws IOException {
    return Hdf5Format.isOne(path)
        ? Hdf5Format.OF_MATLAB.shape(path, options)
        : find(path, options).shape(path);
  }

  @Override
  public Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    if (Hdf5Format.isOne(path)) {
      return Hdf5Format.OF_MATLAB.read(path, options, listener);
    }
    Found found = find(path, options);
    MatrixShape shape = found.shape(path);
    try (Mat5File file = open(path, header -> header.getName().equals(found.name()))) {
      us.hebi.matlab.mat.types.Matrix array = file.getMatrix(found.name());
      return array instanceof Sparse sparse
          ? SparseDensity.chosen(entries(sparse, shape, options, path).rows(), options)
          : new Dataset(dense(array, shape, options, path + "[" + found.name() + "]"), null);
    } catch (RuntimeException e) {
      throw refused(path, e);
    }
  }

  private static SparseEntries entries(
      Sparse sparse, MatrixShape shape, ReadOptions options, Path path) {
    SparseEntries entries = new SparseEntries(path, options, shape);
    sparse.forEach((i, j, value, imaginary) -> entries.add(i, j, value));
    return entries;
  }

  private static Matrix dense(
      us.hebi.matlab.mat.types.Matrix array, MatrixShape shape, ReadOptions options, String name) {
    Matrix x = Matrix.allocate(shape.rows(), shape.cols());
    float[] row = new float[shape.cols()];
    for (int i = 0; i < shape.rows(); i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = options.narrow(array.getDouble(i, j), i, j, name);
      }
      x.setRow(i, row);
    }
    return x;
  }

  /** Finds the matrix by the headers of all, whose numbers are not read. */
  private static Found find(Path path, ReadOptions options) throws IOException {
    List<Found> all = new ArrayList<>();
    EntryFilter headers =
        header -> {
          if (isMatrix(header)) {
            int[] size = header.getDimensions();
            all.add(new Found(header.getName(), size[0], size[1]));
          }
          return false;
        };
    try (Mat5File none = open(path, headers)) {
      none.clear();
    } catch (RuntimeException e) {
      throw refused(path, e);
    }
    List<String> names =
        all.stream()
            .filter(f -> options.entry() != null || f.rows() * f.cols() > 1)
            .map(Found::name)
            .toList();
    String name = ArrayNames.choose(names, options.entry(), path);
    Found found = all.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
    if (found.rows() == 0 || found.cols() == 0) {
      throw new DataException(
          "%s[%s] is %d×%d; at least one row and one column are needed"
              .formatted(path, name, found.rows(), found.cols()));
    }
    return found;
  }

  private static boolean isMatrix(EntryHeader header) {
    return NUMBERS.contains(header.getType())
        && header.getDimensions().length == 2
        && !header.isComplex();
  }

  private static Mat5File open(Path path, EntryFilter filter) throws IOException {
    try (Source source = Sources.openStreamingFile(path.toFile())) {
      return Mat5.newReader(source).disableSubsystemProcessing().setEntryFilter(filter).readMat();
    } catch (IOException | RuntimeException e) {
      throw refused(path, e);
    }
  }

  /** Damaged files fail in the library in many ways. */
  private static DataException refused(Path path, Exception e) {
    return e instanceof DataException known
        ? known
        : new DataException(
            "%s is not a MATLAB file of version 5 or later, or is damaged (%s); save it again with -v7"
                .formatted(path, Hdf5Format.words(e)),
            e);
  }
}
