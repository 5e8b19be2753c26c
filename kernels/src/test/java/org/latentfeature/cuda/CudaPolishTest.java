package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.AtomSearch.ScoredAtom;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.SessionLimits;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** Which row a pass flips, of a block's that gain alike. */
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
    boolean[] ones = new boolean[ROWS];
    ones[0] = true;
    ones[1] = true;
    BitVector start = BitVector.of(ones);
    ones[first] = true;
    try (Backend backend = TestedDevice.inBlocks(64, false).open(Resources.DEFAULT);
        CheckedSession session = CheckedSession.open(backend, x, new SessionLimits(1, 1, 1, 1))) {
      assertEquals(
          List.of(new ScoredAtom(BitVector.of(ones), 1)), session.polish(List.of(start), 1));
    }
  }
}
