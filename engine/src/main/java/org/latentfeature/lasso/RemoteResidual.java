package org.latentfeature.lasso;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.RowSum;
import org.latentfeature.lasso.relaxation.RowPasses;

/**
 * A = X − Z V of rows on other machines, in double precision and rounded once, as {@link
 * ExactResidual} has it: what is asked of it is added up where the rows are.
 *
 * @param x N×D
 * @param z N×K
 * @param v K×D
 */
record RemoteResidual(RemoteRows x, BinaryMatrix z, Dense v) implements RowPasses {

  /** Two sums. */
  static ExactResidual of(
      RemoteRows x, BinaryMatrix z, UnaryOperator<Dense> coefficients, StopSignal stop) {
    int k = z.cols();
    double[] cross = x.sum(stop, z, new Cross(k, x.cols()));
    Dense v = coefficients.apply(k == 0 ? new Dense(0, x.cols()) : Dense.wrap(k, x.cols(), cross));
    double[] sums = x.sum(stop, z, new Errors(v.values()));
    return new ExactResidual(
        new RemoteResidual(x, z, v),
        sums[0],
        ExactResidual.norms(v),
        new DualPoint(sums[1], sums[2], x.rows()));
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int cols() {
    return x.cols();
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  /** In one round, by the algebra of the machines that hold the rows. */
  @Override
  public double[] sum(StopSignal stop, Algebra algebra, RowSum sum) {
    return x.sum(stop, z, new OfResidual(v.values(), sum));
  }

  /** ‖Aᵀz‖². */
  double score(BitVector atom, StopSignal stop) {
    double[] sum = x.sum(stop, z.with(atom), new Atom(v.values(), z.cols(), x.cols()));
    return Arrays.stream(sum).map(s -> s * s).sum();
  }

  /** All rows come here, for what is not a sum. */
  @Override
  public void forEach(StopSignal stop, Visitor visitor) {
    float[] xi = new float[cols()];
    ExactRow rest = new ExactRow(v.values(), cols());
    x.forEach(
        stop,
        (from, block) -> {
          for (int i = 0; i < block.rows(); i++) {
            stop.check(i);
            block.getRow(i, xi);
            rest.take(xi, z.columnsOf(from + i));
            visitor.visit(from + i, rest.rounded());
          }
        });
  }

  /** ZᵀX, K×D. */
  private record Cross(int k, int cols) implements RowSum {

    @Override
    public int size() {
      return k * cols;
    }

    @Override
    public Adding begin(int cols, Algebra algebra) {
      return (x, features, sums) -> {
        for (int f : features) {
          for (int j = 0; j < x.length; j++) {
            sums[f * x.length + j] += x[j];
          }
        }
      };
    }
  }

  /** ‖X − Z V‖², ⟨A, X⟩ and ‖A‖². */
  private static final class Errors implements RowSum {

    private static final long serialVersionUID = 1L;

    private final double[] v;

    Errors(double[] v) {
      this.v = v;
    }

    @Override
    public int size() {
      return 3;
    }

    @Override
    public Adding begin(int cols, Algebra algebra) {
      ExactRow rest = new ExactRow(v, cols);
      return (x, features, sums) -> {
        rest.take(x, features);
        rest.addTo(sums);
      };
    }
  }

  /** A sum over rows of A. */
  private static final class OfResidual implements RowSum {

    private static final long serialVersionUID = 1L;

    private final double[] v;
    private final RowSum inner;

    OfResidual(double[] v, RowSum inner) {
      this.v = v;
      this.inner = inner;
    }

    @Override
    public int size() {
      return inner.size();
    }

    @Override
    public Adding begin(int cols, Algebra algebra) {
      Adding adding = inner.begin(cols, algebra);
      ExactRow rest = new ExactRow(v, cols);
      return new Adding() {
        @Override
        public void add(float[] x, int[] features, double[] sums) {
          rest.take(x, features);
          adding.add(rest.rounded(), NO_FEATURES, sums);
        }

        @Override
        public void end(double[] sums) {
          adding.end(sums);
        }
      };
    }
  }

  /** Aᵀz for the last column of the codes, which is not one of A's. */
  private static final class Atom implements RowSum {

    private static final long serialVersionUID = 1L;

    private final double[] v;
    private final int k;
    private final int cols;

    Atom(double[] v, int k, int cols) {
      this.v = v;
      this.k = k;
      this.cols = cols;
    }

    @Override
    public int size() {
      return cols;
    }

    @Override
    public Adding begin(int cols, Algebra algebra) {
      ExactRow rest = new ExactRow(v, cols);
      return (x, features, sums) -> {
        int count = features.length - 1;
        if (count < 0 || features[count] != k) {
          return;
        }
        rest.take(x, Arrays.copyOf(features, count));
        for (int j = 0; j < x.length; j++) {
          sums[j] += rest.rounded()[j];
        }
      };
    }
  }
}
