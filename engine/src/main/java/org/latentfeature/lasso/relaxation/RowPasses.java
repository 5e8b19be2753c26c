package org.latentfeature.lasso.relaxation;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.RowSum;

/** The rows of a matrix in order, as often as they are asked for. */
public interface RowPasses {

  /** Number of rows, N. */
  int rows();

  /** Number of columns, D. */
  int cols();

  /** Takes one row. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes row {@code i}.
     *
     * @param row its entries, valid during the call
     */
    void visit(int i, float[] row);
  }

  /**
   * Passes every row to {@code visitor}.
   *
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  void forEach(StopSignal stop, Visitor visitor);

  /** Returns whether other machines hold the rows, which send the results of {@link #sum}. */
  default boolean isRemote() {
    return false;
  }

  /**
   * A sum over all rows, whose codes have no features; one pass.
   *
   * @param algebra of this machine, for rows that it holds
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  default double[] sum(StopSignal stop, Algebra algebra, RowSum sum) {
    double[] sums = new double[sum.size()];
    RowSum.Adding adding = sum.begin(cols(), algebra);
    forEach(stop, (i, row) -> adding.add(row, RowSum.NO_FEATURES, sums));
    adding.end(sums);
    return sums;
  }

  /** Returns the passes over a matrix in memory. */
  static RowPasses of(Matrix a) {
    return new RowPasses() {
      @Override
      public int rows() {
        return a.rows();
      }

      @Override
      public int cols() {
        return a.cols();
      }

      @Override
      public void forEach(StopSignal stop, Visitor visitor) {
        float[] row = new float[a.cols()];
        for (int i = 0; i < a.rows(); i++) {
          stop.check(i);
          a.getRow(i, row);
          visitor.visit(i, row);
        }
      }
    };
  }
}
