package org.latentfeature.lasso;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.RowSum;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.relaxation.RemotePasses;

/**
 * A = X − Z V of rows on other machines, in double precision and rounded once, as {@link
 * ExactResidual} has it: what is asked of it is added up where the rows are.
 *
 * @param x N×D
 * @param z N×K
 * @param v K×D
 */
record RemoteResidual(RemoteRows x, BinaryMatrix z, Dense v) implements RemotePasses {

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
  public double[] sum(StopSignal stop, RowSum sum) {
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
    double[] rest = new double[cols()];
    float[] rounded = new float[cols()];
    x.forEach(
        stop,
        (from, block) -> {
          for (int i = 0; i < block.rows(); i++) {
            stop.check(i);
            block.getRow(i, xi);
            int row = from + i;
            int[] features = IntStream.range(0, z.cols()).filter(k -> z.get(row, k)).toArray();
            subtract(xi, features, v.values(), rest, rounded);
            visitor.visit(row, rounded);
          }
        });
  }

  /** x − Vᵀz, and that rounded. */
  private static void subtract(
      float[] x, int[] features, double[] v, double[] rest, float[] rounded) {
    Arrays.setAll(rest, j -> x[j]);
    for (int k : features) {
      Dense.addScaled(rest, 0, v, k * rest.length, rest.length, -1);
    }
    for (int j = 0; j < rest.length; j++) {
      rounded[j] = (float) rest[j];
    }
  }

  /** ZᵀX, K×D. */
  private record Cross(int k, int cols) implements RowSum {

    @Override
    public int size() {
      return k * cols;
    }

    @Override
    public Adding begin(Algebra algebra) {
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
    public Adding begin(Algebra algebra) {
      return (x, features, sums) -> {
        double[] rest = new double[x.length];
        float[] rounded = new float[x.length];
        subtract(x, features, v, rest, rounded);
        for (int j = 0; j < rest.length; j++) {
          sums[0] += rest[j] * rest[j];
          sums[1] += (double) rounded[j] * x[j];
          sums[2] += (double) rounded[j] * rounded[j];
        }
      };
    }
  }

  /** A sum over rows of A. */
  private static final class OfResidual implements RowSum {

    private static final long serialVersionUID = 1L;

    private static final int[] NONE = new int[0];

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
    public Adding begin(Algebra algebra) {
      Adding adding = inner.begin(algebra);
      return new Adding() {
        @Override
        public void add(float[] x, int[] features, double[] sums) {
          float[] rounded = new float[x.length];
          subtract(x, features, v, new double[x.length], rounded);
          adding.add(rounded, NONE, sums);
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
    public Adding begin(Algebra algebra) {
      return (x, features, sums) -> {
        int count = features.length - 1;
        if (count < 0 || features[count] != k) {
          return;
        }
        float[] rounded = new float[x.length];
        subtract(x, Arrays.copyOf(features, count), v, new double[x.length], rounded);
        for (int j = 0; j < x.length; j++) {
          sums[j] += rounded[j];
        }
      };
    }
  }
}
