package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;

/**
 * Tables that the rows of one call share, in single precision and in units in which λs² and 2s² are
 * 1 and so is e_k = λs² + ‖w_k‖², a feature's pivot on an empty path: w̃_k = w_k/√e_k, r̃_k² =
 * r_k²/(2s² e_k), d̃_k = d_k/e_k. A marginal gain then is r̃²/d̃ − ½ ln d̃ + t, with t = T − ½
 * ln(e/λs²). Each row of a table is a separate array, as {@link VectorLoops} requires.
 */
final class PathTables {

  /** Rows of the Gram matrix, and of the transitions, that are loaded at once. */
  static final int PIECE = 64;

  private final int k;
  private final int cols;
  private final FloatPointer dictionary;
  private final FloatPointer product;

  /** W̃W̃ᵀ. */
  final float[][] gram;

  /** A row for each state: t − ½ where gains are marginal, t + ½ where they are the paper's. */
  final float[][] transitions;

  /** The term that the first step adds to r̃²: t of the null state. */
  final float[] first;

  /** ½ ln(e_k/λs²). */
  private final float[] volume;

  /** The columns of W̃; none where no entry is missing. */
  final float[][] columns;

  private final float[] hostRow;
  private float floor;

  /**
   * For {@code k} features of {@code cols} entries.
   *
   * @param withColumns whether entries are missing
   */
  PathTables(int k, int cols, boolean withColumns, Arena arena) {
    this.k = k;
    this.cols = cols;
    dictionary = arena.floats((long) k * cols);
    product = arena.floats((long) k * k);
    gram = new float[k][k];
    transitions = new float[k + 1][k];
    first = new float[k];
    volume = new float[k];
    columns = withColumns ? new float[cols][k] : new float[0][0];
    hostRow = new float[cols];
  }

  static long bytes(long k, long cols) {
    return (3 * k * (k + 1) + 2 * k * cols) * Float.BYTES;
  }

  /** Number of features. */
  int features() {
    return k;
  }

  /** W̃/√(2s²): its products with the rows of X are r̃ of an empty path. */
  FloatPointer dictionary() {
    return dictionary;
  }

  /** Loads all that has K or K×D entries. */
  void load(PathObjective objective) {
    Dense w = objective.w();
    double smallest = 1;
    for (int j = 0; j < k; j++) {
      double e = objective.ridge() + w.rowDot(j, w, j);
      double toUnit = 1 / Math.sqrt(e);
      double toDictionary = toUnit / Math.sqrt(2 * objective.variance());
      for (int c = 0; c < cols; c++) {
        hostRow[c] = (float) (w.values()[j * cols + c] * toDictionary);
      }
      dictionary.position((long) j * cols).put(hostRow, 0, cols);
      for (int c = 0; c < columns.length; c++) {
        columns[c][j] = (float) (w.values()[j * cols + c] * toUnit);
      }
      volume[j] = (float) (0.5 * Math.log(e / objective.ridge()));
      first[j] = (float) objective.transitions().get(0, j) - volume[j];
      smallest = Math.min(smallest, objective.ridge() / e);
    }
    dictionary.position(0);
    floor = (float) smallest;
  }

  /** No pivot is below it but by rounding: the least λs²/e_k. */
  float floor() {
    return floor;
  }

  /** Number of pieces in which {@link #loadPiece} loads the rest. */
  int pieces() {
    return k / PIECE + 1;
  }

  /** Loads, after {@link #load}, a piece of what has K×K entries; several threads may. */
  void loadPiece(PathObjective objective, int piece) {
    int from = piece * PIECE;
    int count = Math.min(k - from, PIECE);
    if (count > 0) {
      FloatPointer rows = dictionary.getPointer((long) from * cols);
      FloatPointer into = product.getPointer((long) from * k);
      float scale = (float) (2 * objective.variance());
      Blas.multiplyTransposed(count, k, cols, scale, rows, dictionary, into);
      for (int i = 0; i < count; i++) {
        into.position((long) i * k).get(gram[from + i], 0, k);
      }
    }
    float added = objective.gain() == Gain.MARGINAL ? -0.5f : 0.5f;
    double[] values = objective.transitions().values();
    for (int state = from; state < Math.min(from + PIECE, k + 1); state++) {
      float[] row = transitions[state];
      for (int j = 0; j < k; j++) {
        row[j] = (float) values[state * k + j] - volume[j] + added;
      }
    }
  }
}
