package org.latentfeature.step;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * The function of the inner products of a row with m directions, t = A x, that weighs the row: g of
 * a fixed point A ← g(X Aᵀ)ᵀX of projection pursuit (Hyvärinen 1999).
 *
 * @param kind of function
 * @param rank r; the directions are r planes of m/r each, direction p·m/r + b the p-th of block b.
 *     1 unless they are made {@linkplain Kind#UNIT unit vectors}
 */
public record Contrast(Kind kind, int rank) {

  /** Which function. */
  public enum Kind {
    /** t of each block, divided by its norm: a vector of ‖v‖ = 1, for r = 1 a sign. */
    UNIT,
    /** t², whose sums are third moments. */
    SQUARE,
    /** t³, whose sums are fourth moments. */
    CUBE,
    /** Both, t² of all directions and then t³ of all: two weights of a row a direction. */
    SQUARE_AND_CUBE
  }

  /** Third moments. */
  public static final Contrast SQUARE = new Contrast(Kind.SQUARE, 1);

  /** Fourth moments. */
  public static final Contrast CUBE = new Contrast(Kind.CUBE, 1);

  /** Both, on one reading of the rows. */
  public static final Contrast SQUARE_AND_CUBE = new Contrast(Kind.SQUARE_AND_CUBE, 1);

  /** Checks the rank. */
  public Contrast {
    Guard.require(
        rank >= 1 && (kind == Kind.UNIT || rank == 1),
        "contrast %s does not have rank %d",
        kind,
        rank);
  }

  /** Unit vectors of {@code rank} entries. */
  public static Contrast unit(int rank) {
    return new Contrast(Kind.UNIT, rank);
  }

  /** Weights of a row for {@code directions} directions. */
  public int weights(int directions) {
    return kind == Kind.SQUARE_AND_CUBE ? Math.multiplyExact(2, directions) : directions;
  }

  /**
   * Returns the weights of a row, g(t).
   *
   * @param t its inner products with the directions; made unit vectors in place
   */
  public double[] of(double[] t) {
    return switch (kind) {
      case UNIT -> {
        normalise(t);
        yield t;
      }
      case SQUARE -> squares(t).toArray();
      case CUBE -> cubes(t).toArray();
      case SQUARE_AND_CUBE -> DoubleStream.concat(squares(t), cubes(t)).toArray();
    };
  }

  private static DoubleStream squares(double[] t) {
    return Arrays.stream(t).map(v -> v * v);
  }

  private static DoubleStream cubes(double[] t) {
    return Arrays.stream(t).map(v -> v * v * v);
  }

  private void normalise(double[] t) {
    int blocks = t.length / rank;
    for (int b = 0; b < blocks; b++) {
      double squares = 0;
      for (int m = b; m < t.length; m += blocks) {
        squares += t[m] * t[m];
      }
      double scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
      for (int m = b; m < t.length; m += blocks) {
        t[m] *= scale;
      }
    }
  }

  /** Signs. */
  public static Contrast sign() {
    return unit(1);
  }
}
