package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/** Which rows a pass flips, where that can be told by hand. */
@OnDevice
final class CudaPolishTest {

  /** So many blocks that each lists one row, of its two warps. */
  private static final int ROWS = 64 * 33;

  /** Of an atom with s = 0 a flip gains the row's norm: only with its own share does one pay. */
  @ParameterizedTest
  @ValueSource(ints = {3, 20, 40})
  void theFirstOfEqualRowsIsFlipped(int first) {
    Matrix x = Matrix.allocate(ROWS, 2);
    x.setRow(0, new float[] {.5f, 0});
    x.setRow(1, new float[] {-.5f, 0});
    for (int i = first; i < 64; i++) {
      x.setRow(i, new float[] {0, 1});
    }
    ScoredAtom polished = onePass(x, ones(0, 1));
    assertEquals(ones(0, 1, first), polished.z());
    assertEquals(1, polished.score());
  }

  /** Two rows pay by their own share, the second of them no more once the first is flipped. */
  @Test
  void aListedRowIsFlippedOnlyIfItStillPays() {
    Matrix x = Matrix.allocate(ROWS, 3);
    x.setRow(0, new float[] {10, 0, 0});
    x.setRow(3, new float[] {-.01f, 1, 0});
    x.setRow(5, new float[] {-5, 1, 0}); // does not pay
    x.setRow(64, new float[] {-.04f, -.3f, .954f});
    ScoredAtom polished = onePass(x, ones(0));
    assertEquals(ones(0, 3), polished.z());
    assertEquals(9.99 * 9.99 + 1, polished.score(), 1e-4);
  }

  /**
   * The row that leaves is taken out of the sums: added again, it would keep the other from paying.
   */
  @Test
  void aListedRowMayLeave() {
    Matrix x = Matrix.allocate(ROWS, 3);
    x.setRow(0, new float[] {10, 0, 0});
    x.setRow(3, new float[] {-.075f, 1, 0});
    x.setRow(64, new float[] {-.04f, -.08f, .99f});
    ScoredAtom polished = onePass(x, ones(0, 3));
    assertEquals(ones(0, 64), polished.z());
    assertEquals(9.96 * 9.96 + .08 * .08 + .99 * .99, polished.score(), 1e-4);
  }

  private static BitVector ones(int... rows) {
    boolean[] ones = new boolean[ROWS];
    for (int row : rows) {
      ones[row] = true;
    }
    return BitVector.of(ones);
  }

  /** Beside another atom of less worth. */
  private static ScoredAtom onePass(Matrix x, BitVector start) {
    try (Backend backend = TestedDevice.inBlocks(64, false).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 1, 2, 1))) {
      return opened.polish(List.of(start, ones(ROWS - 1)), 1).get(0);
    }
  }
}
