package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class AgreementTest {

  private static final BitVector FIRST = BitVector.of(new boolean[] {true, false, true});

  private static final BitVector SECOND = BitVector.of(new boolean[] {false, true, true});

  private static final BinaryMatrix Z = BinaryMatrix.ofColumns(3, List.of(FIRST, SECOND));

  private static final BinaryMatrix TURNED = BinaryMatrix.ofColumns(3, List.of(SECOND, FIRST));

  private static final BinaryMatrix OTHER =
      BinaryMatrix.ofColumns(3, List.of(SECOND, FIRST.complement()));

  private final Agreement agreement = new Agreement();

  @Test
  void threeSearchesAndChainsAgree() {
    agreement.note("vertices", Z, 2);
    agreement.note("moves", TURNED, 2);
    agreement.note("cumulants", TURNED, 2);
    assertNull(agreement.reason());
    agreement.note(LassoStages.ANNEAL, Z, 2);
    assertEquals(
        "cumulants, moves, vertices ended at the same codes, and chains found none better",
        agreement.reason());
  }

  @Test
  void chainsThatEndElsewhereDisagree() {
    agreement.note("vertices", Z, 2);
    agreement.note("moves", Z, 2);
    agreement.note("cumulants", Z, 2);
    agreement.note(LassoStages.ANNEAL, OTHER, 1);
    assertNull(agreement.reason());
  }

  /** Only the best that a search has found counts. */
  @Test
  void aWorseEndIsForgotten() {
    agreement.note("vertices", Z, 2);
    agreement.note("moves", Z, 2);
    agreement.note(LassoStages.ANNEAL, Z, 2);
    agreement.note("cumulants", OTHER, 3);
    assertNull(agreement.reason());
    agreement.note("cumulants", Z, 2);
    agreement.note("cumulants", OTHER, 3);
    assertEquals(
        "cumulants, moves, vertices ended at the same codes, and chains found none better",
        agreement.reason());
  }
}
