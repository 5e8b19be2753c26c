package org.latentfeature.lasso.relaxation;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.RowSum;

/** Computes the sums over rows b_i = ½a_i that a {@link SignForm} needs, wherever the rows are. */
final class FormSums {

  /** Rows whose weighed products are added at once. */
  private static final int BLOCK = 512;

  private FormSums() {}

  private static void half(float[] a, double[] b) {
    for (int j = 0; j < b.length; j++) {
      b[j] = 0.5 * a[j];
    }
  }

  /** ‖b‖, or ‖S b‖ for S (r×D). */
  static double norm(double[] b, double[] s) {
    if (s.length == 0) {
      return Math.sqrt(dot(b, b, 0));
    }
    double squares = 0;
    for (int from = 0; from < s.length; from += b.length) {
      double g = dot(b, s, from);
      squares += g * g;
    }
    return Math.sqrt(squares);
  }

  private static double dot(double[] b, double[] s, int from) {
    double sum = 0;
    for (int j = 0; j < b.length; j++) {
      sum += b[j] * s[from + j];
    }
    return sum;
  }

  /** Σ b_i, of {@code size} entries. */
  record Halves(int size) implements RowSum {

    @Override
    public Adding begin(int cols, Algebra algebra) {
      return (a, features, sums) -> {
        for (int j = 0; j < a.length; j++) {
          sums[j] += 0.5 * a[j];
        }
      };
    }
  }

  /** Σ y_i of the multipliers y_i = ‖S b_i‖. */
  static final class Norms implements RowSum {

    private static final long serialVersionUID = 1L;

    private final double[] s;

    /** For S (r×D); the rows' own lengths if r is 0. */
    Norms(double[] s) {
      this.s = s;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public Adding begin(int cols, Algebra algebra) {
      double[] b = new double[cols];
      return (a, features, sums) -> {
        half(a, b);
        sums[0] += norm(b, s);
      };
    }
  }

  /** Bᵀ Diag(y)⁻¹ B (D×D) and Σ y_i, for multipliers raised by each of some numbers. */
  static final class Grams implements RowSum {

    private static final long serialVersionUID = 1L;

    private final int cols;
    private final double[] s;
    private final double[] raises;
    private final double least;

    /**
     * The sums.
     *
     * @param cols D
     * @param s r×D, as of {@link Norms}
     * @param raises what is added to each y_i
     * @param least the least y_i
     */
    Grams(int cols, double[] s, double[] raises, double least) {
      this.cols = cols;
      this.s = s;
      this.raises = raises;
      this.least = least;
    }

    @Override
    public int size() {
      return raises.length * (cols * cols + 1);
    }

    @Override
    public Adding begin(int cols, Algebra algebra) {
      return new Rows(algebra);
    }

    /** Some rows that wait for each other. */
    private final class Rows implements Adding {

      private final Algebra algebra;
      private final double[] block = new double[BLOCK * cols];
      private final double[] next = new double[cols];
      private final double[] norms = new double[BLOCK];
      private int count;

      Rows(Algebra algebra) {
        this.algebra = algebra;
      }

      @Override
      public void add(float[] a, int[] features, double[] sums) {
        half(a, next);
        add(next, sums);
      }

      private void add(double[] b, double[] sums) {
        System.arraycopy(b, 0, block, count * cols, cols);
        norms[count++] = norm(b, s);
        if (count == BLOCK) {
          end(sums);
        }
      }

      @Override
      public void end(double[] sums) {
        for (int r = 0; r < raises.length && count > 0; r++) {
          int at = r * (cols * cols + 1);
          Dense scaled = new Dense(count, cols);
          for (int i = 0; i < count; i++) {
            double y = Math.max(norms[i] + raises[r], least);
            sums[at + cols * cols] += y;
            Dense.addScaled(scaled.values(), i * cols, block, i * cols, cols, 1 / Math.sqrt(y));
          }
          double[] gram = algebra.transposedMultiply(scaled, scaled).values();
          for (int i = 0; i < gram.length; i++) {
            sums[at + i] += gram[i];
          }
        }
        count = 0;
      }
    }

    /** Adds the row b that no machine has. */
    void addLast(double[] b, Algebra algebra, double[] sums) {
      Rows one = new Rows(algebra);
      one.add(b, sums);
      one.end(sums);
    }
  }
}
