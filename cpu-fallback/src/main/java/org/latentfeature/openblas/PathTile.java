package org.latentfeature.openblas;

import java.nio.FloatBuffer;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.Paths;

/**
 * The working memory with which one thread codes rows: a tile of them, one product, and a search of
 * each.
 */
final class PathTile {

  /** Rows of a tile: with 256 features their products are 256 KB, a part of a core's cache. */
  static final int ROWS = 256;

  /**
   * Rows of a product are a multiple of this: fewer would use another kernel, with another order of
   * sums.
   */
  private static final int MULTIPLE = 16;

  private final PathTables tables;
  private final Matrix x;
  private final MissingEntries missing;
  private final int k;
  private final FloatPointer rows;
  private final FloatBuffer rowEntries;
  private final FloatPointer product;
  private final FloatBuffer productEntries;
  private final float[] row;
  private final RowSearch search;

  PathTile(PathTables tables, Matrix x, MissingEntries missing, Arena arena) {
    this.tables = tables;
    this.x = x;
    this.missing = missing;
    k = tables.features();
    rows = arena.floats((long) ROWS * x.cols());
    rowEntries = rows.asBuffer();
    product = arena.floats((long) ROWS * k);
    productEntries = product.asBuffer();
    row = new float[x.cols()];
    search = new RowSearch(tables, missing);
  }

  static long bytes(long k, long cols) {
    return ROWS * (k + cols) * Float.BYTES + RowSearch.bytes(k);
  }

  /** Rows multiplied for {@code count} rows. */
  static long multiplied(long count) {
    return (count + MULTIPLE - 1) / MULTIPLE * MULTIPLE;
  }

  /** Appends to paths {@code from} … {@code from + count − 1} those of {@code listed} there. */
  void code(PathObjective objective, int[] listed, int from, int count, Paths into) {
    for (int i = 0; i < count; i++) {
      load(listed[from + i], i);
    }
    int m = (int) multiplied(count);
    Blas.multiplyTransposed(m, k, x.cols(), 1, rows, tables.dictionary(), product);
    search.use(objective);
    for (int i = 0; i < count; i++) {
      productEntries.get(i * k, search.rest(), 0, k);
      search.search(listed[from + i], into, from + i);
    }
  }

  /** Row {@code i} of X, with 0 for what is missing, to place {@code at}. */
  private void load(int i, int at) {
    x.getRow(i, row);
    for (int c = missing.from(i); c < missing.to(i); c++) {
      row[missing.column(c)] = 0;
    }
    rowEntries.put(at * row.length, row, 0, row.length);
  }
}
