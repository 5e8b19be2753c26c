package org.latentfeature.columns.cumulant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/** Columns of Z from groups of rows; each group is a column or its complement. */
final class ReadOut implements AutoCloseable {

  /** Pivots below this share of the largest are linear dependences. */
  private static final double DEPENDENT = 1e-9;

  private static final double HALF_WAY = 0.5;

  private final int rows;
  private final boolean constant;
  private final Opened opened;
  private final Incidence codes;
  private final Factorisation products;

  /**
   * Reads out columns for {@code x}.
   *
   * @param most groups
   * @param constant whether one more feature is that of all rows
   */
  ReadOut(ResidentRows x, int most, boolean constant, StopSignal stop) {
    this.constant = constant;
    rows = x.rows();
    opened = new Opened(x, stop);
    codes = opened.open(new Incidence.Limits(most + 1));
    products = opened.open(new Factorisation.Limits(most + 1));
  }

  /** Bytes needed besides the rows. */
  static long bytesNeeded(Backend backend, int rows, int cols, int most) {
    List<Limits<?>> all =
        List.of(new Incidence.Limits(most + 1), new Factorisation.Limits(most + 1));
    return backend.bytesNeeded(rows, cols, all) - backend.bytesNeeded(rows, cols, List.of());
  }

  /** The columns. */
  BinaryMatrix columns(List<BitVector> groups) {
    BitVector ones = BitVector.ones(rows);
    codes.replace(BinaryMatrix.ofColumns(rows, groups).with(ones));
    boolean[] complemented = complemented(products.products(codes, 0));
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < complemented.length; k++) {
      columns.add(complemented[k] ? groups.get(k).complement() : groups.get(k));
    }
    if (constant) {
      columns.add(ones);
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }

  /**
   * X regressed on the groups and 1 has slopes B and an intercept c = Σ b_k over those that are
   * complements, with b_k their features with the sign turned: f of Bᵀf = −c is 1 for these and 0
   * for the others.
   */
  private static boolean[] complemented(Factorisation.Products of) {
    Dense all = PivotedCholesky.of(of.gram(), DEPENDENT).solve(of.cross());
    int k = all.rows() - 1;
    int[] slopes = new int[k];
    Arrays.setAll(slopes, i -> i);
    Dense b = all.selectRows(slopes);
    Dense right = b.timesTransposed(all.selectRows(new int[] {k}));
    Dense f = PivotedCholesky.of(b.timesTransposed(b), DEPENDENT).solve(right);
    boolean[] complemented = new boolean[k];
    for (int i = 0; i < k; i++) {
      complemented[i] = -f.get(i, 0) > HALF_WAY;
    }
    return complemented;
  }

  @Override
  public void close() {
    opened.close();
  }
}
