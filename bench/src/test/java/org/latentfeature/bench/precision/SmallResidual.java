package org.latentfeature.bench.precision;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;

/** Integers X, codes Z and a dictionary V, whose residual plain loops compute. */
record SmallResidual(Matrix x, BinaryMatrix z, Dense v) {

  static SmallResidual of(int rows, int cols, int k) {
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        x.set(i, j, (float) Math.floor(256 * CounterRandom.uniform(1, i, j)));
      }
    }
    List<BitVector> columns = new ArrayList<>();
    Dense v = new Dense(k, cols);
    for (int c = 0; c < k; c++) {
      columns.add(bits(rows, c));
      for (int j = 0; j < cols; j++) {
        v.set(c, j, 40 + 60 * CounterRandom.normal(3, c, j));
      }
    }
    return new SmallResidual(x, BinaryMatrix.ofColumns(rows, columns), v);
  }

  static BitVector bits(int rows, long seed) {
    boolean[] ones = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      ones[i] = CounterRandom.uniform(2, i, seed) < 0.5;
    }
    return BitVector.of(ones);
  }

  /** X − Z V. */
  double[][] residual() {
    double[][] a = x.toDense().toArray();
    for (int i = 0; i < a.length; i++) {
      for (int k : z.columnsOf(i)) {
        for (int j = 0; j < a[i].length; j++) {
          a[i][j] -= v.get(k, j);
        }
      }
    }
    return a;
  }

  /** ‖Aᵀz‖². */
  double score(BitVector atom) {
    double[][] a = residual();
    double score = 0;
    for (int j = 0; j < x.cols(); j++) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += atom.get(i) ? a[i][j] : 0;
      }
      score += sum * sum;
    }
    return score;
  }

  /** All ways to compute with it. */
  List<SearchVariant> variants() {
    List<SearchVariant> all = new ArrayList<>(SearchVariant.others(true));
    all.add(SearchVariant.TODAY);
    return all;
  }

  /** The products of a variant. */
  RowProducts products(SearchVariant variant) {
    ResidualSource source =
        variant.bytes() ? ByteRows.of(x, x) : new SingleRows(x, variant.format());
    return source.of(z, v);
  }

  /** The share of a number that a variant's rounding of it takes, at most. */
  static double unit(SearchVariant variant) {
    return switch (variant.format()) {
      case SINGLE -> 0x1p-21;
      case TF32, HALF -> 0x1p-10;
      case BF16, BF16_RESIDUAL -> 0x1p-7;
    };
  }
}
