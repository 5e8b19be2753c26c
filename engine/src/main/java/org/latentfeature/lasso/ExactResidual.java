package org.latentfeature.lasso;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.lasso.relaxation.RowPasses;

/**
 * A convex fit's residual and objective on the original data in double precision, so that bounds
 * hold for these data and not for a reduced or rounded form.
 *
 * @param a A = X − Z V, rounded to single precision once
 * @param error ‖X − Z V‖², before that rounding
 * @param norms Σ ‖v_k‖
 * @param dual the dual points along A
 */
record ExactResidual(RowPasses a, double error, double norms, DualPoint dual) {

  /**
   * The residual of a V that depends on ZᵀX, on two readings of X; 0 where X is missing. It is kept
   * in memory where dense X is; otherwise each pass over it computes its rows from those of X once
   * more, one at a time.
   *
   * @param x N×D
   * @param z N×K
   * @param coefficients gives V for ZᵀX, a sum over known entries
   * @throws StoppedException once {@code stop} is set
   */
  static ExactResidual of(
      Rows x, BinaryMatrix z, UnaryOperator<Dense> coefficients, StopSignal stop) {
    if (x instanceof RemoteRows remote) {
      return RemoteResidual.of(remote, z, coefficients, stop);
    }
    Residuals residuals = new Residuals(x, z, coefficients.apply(cross(x, z, stop)));
    int n = x.rows();
    Matrix kept = isKept(x) ? Matrix.allocate(n, x.cols()) : null;
    double[] sums = new double[3];
    residuals.each(
        stop,
        (i, row) -> {
          row.addTo(sums);
          if (kept != null) {
            kept.setRow(i, row.rounded());
          }
        });
    return new ExactResidual(
        kept == null ? residuals : RowPasses.of(kept),
        sums[0],
        residuals.norms(),
        new DualPoint(sums[1], sums[2], n));
  }

  /** Returns whether the residual of {@code x} is in memory: that of sparse rows has no zeros. */
  static boolean isKept(Rows x) {
    return x.isInMemory() && !x.isSparse();
  }

  /** ZᵀX. */
  static Dense cross(Rows x, BinaryMatrix z, StopSignal stop) {
    Dense cross = new Dense(z.cols(), x.cols());
    float[] xi = new float[x.cols()];
    x.forEachBlock(
        stop,
        (from, block) -> {
          for (int i = 0; i < block.rows(); i++) {
            stop.check(i);
            getRow(block, i, xi);
            for (int k : z.columnsOf(from + i)) {
              for (int j = 0; j < xi.length; j++) {
                cross.values()[k * xi.length + j] += Float.isNaN(xi[j]) ? 0 : xi[j];
              }
            }
          }
        });
    return cross;
  }

  private static void getRow(Rows block, int i, float[] into) {
    if (block instanceof SparseRows sparse) {
      sparse.getRow(i, into);
    } else {
      block.matrix().getRow(i, into);
    }
  }

  /** The rows of A, computed from those of X. */
  private record Residuals(Rows x, BinaryMatrix z, Dense v) implements RowPasses {

    @Override
    public int rows() {
      return x.rows();
    }

    @Override
    public int cols() {
      return x.cols();
    }

    /** Takes a row of A. */
    @FunctionalInterface
    private interface Each {
      void visit(int i, ExactRow row);
    }

    @Override
    public void forEach(StopSignal stop, Visitor visitor) {
      each(stop, (i, row) -> visitor.visit(i, row.rounded()));
    }

    private void each(StopSignal stop, Each visitor) {
      float[] xi = new float[cols()];
      ExactRow row = new ExactRow(v.values(), cols());
      x.forEachBlock(
          stop,
          (from, block) -> {
            for (int i = 0; i < block.rows(); i++) {
              stop.check(i);
              getRow(block, i, xi);
              row.take(xi, z.columnsOf(from + i));
              visitor.visit(from + i, row);
            }
          });
    }

    double norms() {
      return ExactResidual.norms(v);
    }
  }

  /** Σ ‖v_k‖. */
  static double norms(Dense v) {
    double norms = 0;
    for (int k = 0; k < v.rows(); k++) {
      norms += v.rowNorm(k);
    }
    return norms;
  }

  /** F(V) = 1/(2N)‖X − Z V‖² + μ Σ ‖v_k‖. */
  double objective(double mu) {
    return error / (2 * a.rows()) + mu * norms;
  }

  /** ‖Aᵀz‖²; one pass. */
  double score(BitVector z, StopSignal stop) {
    if (a instanceof RemoteResidual remote) {
      return remote.score(z, stop);
    }
    double[] sum = new double[a.cols()];
    a.forEach(
        stop,
        (i, ai) -> {
          if (z.get(i)) {
            for (int j = 0; j < sum.length; j++) {
              sum[j] += ai[j];
            }
          }
        });
    return Arrays.stream(sum).map(s -> s * s).sum();
  }
}
