package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.backend.PathObjective;
import org.latentfeature.backend.PathObjective.Gain;
import org.latentfeature.linalg.Dense;

/**
 * What the rows of one call share, in single precision and in units in which λs² and 2s² are 1:
 * with W̃ = W/√(λs²) and r̃ = r/√(2s²λs²), a gain is r̃²/d̃ − ½ ln d̃ + T. Rows of a table are
 * arrays of their own, as {@link VectorLoops} wants them.
 */
final class PathTables {

  /** Rows of the Gram matrix, and of the transitions, that are loaded at once. */
  static final int PIECE = 64;

  /** Far below any gain, and far from where its multiples overflow. */
  private static final float FORBIDDEN = -0x1p50f;

  private final int k;
  private final int cols;
  private final FloatPointer dictionary;
  private final FloatPointer white;
  private final FloatPointer product;

  /** W̃W̃ᵀ. */
  final float[][] gram;

  /** A row for each state: T − ½ ln e − ½ where gains are marginal, else T − ½ ln e + ½. */
  final float[][] transitions;

  /** e_k = 1 + ‖w̃_k‖², which is d_k on an empty path. */
  final float[] pivot;

  /** ½ e_k. */
  final float[] halfPivot;

  /** 1/e_k. */
  final float[] inverse;

  /** ½ + ½ ln e_k. */
  final float[] slack;

  /** What the first step adds to r²/e_k: T − ½ ln e_k. */
  final float[] first;

  /** The columns of W̃; none where no entry is missing. */
  final float[][] columns;

  private final float[] hostRow;

  /**
   * For {@code k} features of {@code cols} entries.
   *
   * @param withColumns whether entries are missing
   */
  PathTables(int k, int cols, boolean withColumns, Arena arena) {
    this.k = k;
    this.cols = cols;
    dictionary = arena.floats((long) k * cols);
    white = arena.floats((long) k * cols);
    product = arena.floats((long) k * k);
    gram = new float[k][k];
    transitions = new float[k + 1][k];
    pivot = new float[k];
    halfPivot = new float[k];
    inverse = new float[k];
    slack = new float[k];
    first = new float[k];
    columns = withColumns ? new float[cols][k] : new float[0][0];
    hostRow = new float[cols];
  }

  static long bytes(long k, long cols) {
    return (3 * k * k + 6 * k + 3 * k * cols) * Float.BYTES;
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
    double toWhite = 1 / Math.sqrt(objective.ridge());
    double toDictionary = toWhite / Math.sqrt(2 * objective.variance());
    copyScaled(w, toDictionary, dictionary);
    copyScaled(w, toWhite, white);
    for (int c = 0; c < columns.length; c++) {
      for (int j = 0; j < k; j++) {
        columns[c][j] = (float) (w.get(j, c) * toWhite);
      }
    }
    for (int j = 0; j < k; j++) {
      double e = 1 + w.rowDot(j, w, j) / objective.ridge();
      pivot[j] = (float) e;
      halfPivot[j] = (float) (e / 2);
      inverse[j] = (float) (1 / e);
      slack[j] = (float) (0.5 + 0.5 * Math.log(e));
      first[j] = bounded(objective.transitions().get(0, j) - 0.5 * Math.log(e));
    }
  }

  private void copyScaled(Dense w, double by, FloatPointer into) {
    for (int j = 0; j < k; j++) {
      for (int c = 0; c < cols; c++) {
        hostRow[c] = (float) (w.values()[j * cols + c] * by);
      }
      into.position((long) j * cols).put(hostRow, 0, cols);
    }
    into.position(0);
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
      FloatPointer rows = new FloatPointer(white).position((long) from * cols);
      FloatPointer into = new FloatPointer(product).position((long) from * k);
      Blas.multiplyTransposedAlone(count, k, cols, rows, white, into);
      for (int i = 0; i < count; i++) {
        into.position((long) (from + i) * k).get(gram[from + i], 0, k);
      }
    }
    float added = objective.gain() == Gain.MARGINAL ? 0 : 1;
    double[] values = objective.transitions().values();
    for (int state = from; state < Math.min(from + PIECE, k + 1); state++) {
      float[] row = transitions[state];
      for (int j = 0; j < k; j++) {
        row[j] = bounded(values[state * k + j] - slack[j] + added);
      }
    }
  }

  private static float bounded(double t) {
    return Math.max(FORBIDDEN, (float) t);
  }
}
