package org.latentfeature.formats;

import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.Reference;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.data.SparseRows;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.SparseDensity;

/**
 * A matrix in an HDF5 file: an array of two dimensions, or a group with the three arrays of a
 * compressed sparse matrix.
 */
final class Hdf5Matrix {

  /** Truth as h5py writes it, the names of 0 and 1. */
  private static final List<String> LOGICAL = List.of("FALSE", "TRUE");

  /** Classes of MATLAB's arrays that are stored as numbers, but hold none. */
  private static final Set<String> NO_NUMBERS =
      Set.of("cell", "char", "struct", "string", "function_handle");

  /** Entries that are read at once. */
  private static final int BLOCK = 1 << 22;

  private final String name;
  private final Path path;
  private final io.jhdf.api.@Nullable Dataset dense;
  private final @Nullable Group sparse;

  /** True if rows are stored as columns; of a sparse one, if its columns are compressed. */
  private final boolean byColumn;

  private final long rows;
  private final long cols;

  private Hdf5Matrix(
      String name,
      Path path,
      io.jhdf.api.@Nullable Dataset dense,
      @Nullable Group sparse,
      boolean byColumn,
      long rows,
      long cols) {
    this.name = name;
    this.path = path;
    this.dense = dense;
    this.sparse = sparse;
    this.byColumn = byColumn;
    this.rows = rows;
    this.cols = cols;
  }

  /**
   * The matrix that a node is; null if it is none.
   *
   * @param name from the root
   * @param ofMatlab whether arrays are stored by column
   */
  static @Nullable Hdf5Matrix of(Node node, String name, Path path, boolean ofMatlab) {
    if (node instanceof io.jhdf.api.Dataset array) {
      long[] size = array.getDimensionsAsLong();
      String type = ofMatlab ? Hdf5Format.text(node, "MATLAB_class") : null;
      boolean isOne =
          size.length == 2
              && !array.isCompound()
              && isNumber(array)
              && (type == null || !NO_NUMBERS.contains(type));
      return !isOne
          ? null
          : new Hdf5Matrix(
              name, path, array, null, ofMatlab, size[ofMatlab ? 1 : 0], size[ofMatlab ? 0 : 1]);
    }
    if (!(node instanceof Group group)) {
      return null;
    }
    if (group.getAttribute("MATLAB_sparse") != null) {
      long rows = ((Number) group.getAttribute("MATLAB_sparse").getData()).longValue();
      long cols = array(group, "jc").getSize() - 1;
      return new Hdf5Matrix(name, path, null, group, true, rows, cols);
    }
    String encoding = Hdf5Format.text(group, "encoding-type");
    boolean byRow = "csr_matrix".equals(encoding);
    String older = Hdf5Format.text(group, "h5sparse_format");
    if (older != null) {
      byRow = older.equals("csr");
    } else if (!byRow && !"csc_matrix".equals(encoding)) {
      return null;
    }
    Object shape = group.getAttribute(older == null ? "shape" : "h5sparse_shape").getData();
    return new Hdf5Matrix(name, path, null, group, !byRow, number(shape, 0), number(shape, 1));
  }

  private static boolean isNumber(io.jhdf.api.Dataset array) {
    Class<?> type = array.getJavaType();
    if (array.getDataType() instanceof Reference) {
      return false;
    }
    return (type.isPrimitive() && type != char.class)
        || Number.class.isAssignableFrom(type)
        || (array.getDataType() instanceof EnumDataType values
            && LOGICAL.containsAll(values.getEnumMapping().values()));
  }

  private static long number(Object array, int at) {
    return (long) value(array, at);
  }

  /** Its name from the root. */
  String name() {
    return name;
  }

  /** Returns whether it has more than one entry. */
  boolean isLarge() {
    return rows > 1 || cols > 1;
  }

  /**
   * Its size.
   *
   * @throws DataException if it is empty, or larger than any matrix here
   */
  MatrixShape shape() {
    if (rows < 1 || cols < 1 || Math.max(rows, cols) > Integer.MAX_VALUE - 8) {
      throw new DataException(
          "%s[%s] is %,d × %,d; at least one row and one column are needed, and at most %,d of each"
              .formatted(path, name, rows, cols, Integer.MAX_VALUE - 8));
    }
    return new MatrixShape((int) rows, (int) cols);
  }

  /** Its rows, without names. */
  Dataset read(ReadOptions options) {
    MatrixShape shape = shape();
    if (sparse != null) {
      return SparseDensity.chosen(entries(sparse, shape, options), options);
    }
    if (dense == null) {
      throw new IllegalStateException(name);
    }
    Matrix x = Matrix.allocate(shape.rows(), shape.cols());
    int outer = byColumn ? shape.cols() : shape.rows();
    int inner = byColumn ? shape.rows() : shape.cols();
    int block = Math.max(1, Math.min(outer, BLOCK / inner));
    if (dense instanceof ChunkedDataset chunked) {
      // Blocks of whole chunks: each is decompressed once.
      int lines = Math.max(1, chunked.getChunkDimensions()[0]);
      block = Math.min(outer, Math.max(1, block / lines) * lines);
    }
    for (int from = 0; from < outer; from += block) {
      int count = Math.min(block, outer - from);
      Object lines =
          count == outer
              ? dense.getData()
              : dense.getData(new long[] {from, 0}, new int[] {count, inner});
      for (int line = 0; line < count; line++) {
        put(Array.get(lines, line), from + line, x, options);
      }
    }
    return new Dataset(x, null);
  }

  private void put(Object line, int at, Matrix x, ReadOptions options) {
    String where = path + "[" + name + "]";
    int length = Array.getLength(line);
    float[] row = new float[byColumn ? 0 : length];
    for (int p = 0; p < length; p++) {
      int i = byColumn ? p : at;
      int j = byColumn ? at : p;
      float entry = options.narrow(value(line, p), i, j, where);
      if (byColumn) {
        x.set(i, j, entry);
      } else {
        row[p] = entry;
      }
    }
    if (!byColumn) {
      x.setRow(at, row);
    }
  }

  /** An entry of an array of any primitive type. */
  private static double value(Object array, int at) {
    if (array instanceof float[] floats) {
      return floats[at];
    }
    if (array instanceof double[] doubles) {
      return doubles[at];
    }
    Object one = Array.get(array, at);
    if (one instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    return one instanceof Number number ? number.doubleValue() : LOGICAL.indexOf(one);
  }

  private SparseRows entries(Group group, MatrixShape shape, ReadOptions options) {
    boolean ofMatlab = group.getAttribute("MATLAB_sparse") != null;
    SparseEntries entries = new SparseEntries(path, options, shape);
    Object starts = array(group, ofMatlab ? "jc" : "indptr").getDataFlat();
    long outer = byColumn ? cols : rows;
    if (Array.getLength(starts) != outer + 1) {
      throw new DataException(
          "%s[%s] has %,d positions, but for %,d %s it must have one more"
              .formatted(
                  path, name, Array.getLength(starts), outer, byColumn ? "columns" : "rows"));
    }
    if (ofMatlab && group.getChildren().get("data") == null) {
      return entries.rows();
    }
    io.jhdf.api.Dataset data = array(group, "data");
    if (data.getSize() == 0) {
      return entries.rows();
    }
    Object values = data.getDataFlat();
    Object indices = array(group, ofMatlab ? "ir" : "indices").getDataFlat();
    long last = 0;
    for (int line = 0; line < outer; line++) {
      long to = number(starts, line + 1);
      if (to < last || to > Math.min(Array.getLength(values), Array.getLength(indices))) {
        throw new DataException(
            "%s[%s] says that %s %,d ends at entry %,d, but it has %,d entries and the one before ends at %,d"
                .formatted(
                    path,
                    name,
                    byColumn ? "column" : "row",
                    line + 1,
                    to,
                    Array.getLength(values),
                    last));
      }
      for (int at = (int) last; at < to; at++) {
        long index = number(indices, at);
        entries.add(byColumn ? index : line, byColumn ? line : index, value(values, at));
      }
      last = to;
    }
    return entries.rows();
  }

  private static io.jhdf.api.Dataset array(Group group, String name) {
    if (group.getChild(name) instanceof io.jhdf.api.Dataset array) {
      return array;
    }
    throw new DataException(
        "%s of %s has no array %s, as a sparse matrix needs"
            .formatted(group.getPath(), group.getFileAsPath(), name));
  }
}
