package org.latentfeature.ibp.bpmeans;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.factor.Factors;

/** Z and A while features are added, one row of the residual each. */
final class GrowingFactors {

  private final int rows;
  private final int cols;
  private final List<BitVector> z = new ArrayList<>();
  private final List<Dense> a = new ArrayList<>();

  /** No feature of N rows of D entries. */
  GrowingFactors(int rows, int cols) {
    this.rows = rows;
    this.cols = cols;
  }

  /** The features of {@code factors}. */
  static GrowingFactors of(Factors factors) {
    GrowingFactors all = new GrowingFactors(factors.z().rows(), factors.w().cols());
    all.z.addAll(factors.z().columns());
    all.a.add(factors.w());
    return all;
  }

  int features() {
    return z.size();
  }

  void add(RowResiduals.Taken feature) {
    z.add(feature.z());
    a.add(feature.a());
  }

  /** Z, N×K. */
  BinaryMatrix z() {
    return BinaryMatrix.ofColumns(rows, z);
  }

  /** A, K×D. */
  Dense a() {
    Dense all = new Dense(z.size(), cols);
    int at = 0;
    for (Dense some : a) {
      System.arraycopy(some.values(), 0, all.values(), at, some.values().length);
      at += some.values().length;
    }
    return all;
  }
}
