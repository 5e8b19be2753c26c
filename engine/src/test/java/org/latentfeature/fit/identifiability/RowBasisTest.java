package org.latentfeature.fit.identifiability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class RowBasisTest {

  @ParameterizedTest
  @CsvSource({"30,12,.5", "12,30,.5", "7,7,.3", "200,60,.5", "50,40,.05"})
  void theDualBasisIsDualAndTheNullSpaceIsOrthogonal(int n, int k, double p) {
    BinaryMatrix z = BernoulliIncidence.draw(n, k, p, 3);
    List<BitVector> rows = IntStream.range(0, n).mapToObj(i -> DistinctRows.row(z, i)).toList();
    RowBasis basis = new RowBasis(rows, k, StopSignal.NEVER);
    assertEquals(k, basis.rows().size() + basis.nullSpace().size());
    for (int a = 0; a < basis.rows().size(); a++) {
      RowBasis.Dual u = basis.duals().get(a);
      assertTrue(u.scale().signum() > 0);
      for (int b = 0; b < basis.rows().size(); b++) {
        assertEquals(
            a == b ? u.scale() : BigInteger.ZERO,
            RowBasis.dot(basis.rows().get(b), u.vector()),
            a + ", " + b);
      }
    }
    for (RowBasis.Null v : basis.nullSpace()) {
      for (BitVector row : rows) {
        assertEquals(BigInteger.ZERO, RowBasis.dot(row, v.vector()));
      }
      for (RowBasis.Null w : basis.nullSpace()) {
        assertEquals(
            v.column() == w.column(), w.vector().get(v.column()).signum() != 0, "own columns");
      }
    }
  }

  /** Hadamard's bound on minors of a 0-1 matrix; without division the numbers double in length. */
  @ParameterizedTest
  @CsvSource({"100,20,28", "200,60,153"})
  void theIntegersStayWithinHadamardsBound(int n, int k, int bits) {
    BinaryMatrix z = BernoulliIncidence.draw(n, k, .5, 8);
    for (RowBasis.Dual u : new RowBasis(DistinctRows.of(z), k, StopSignal.NEVER).duals()) {
      assertTrue(u.scale().bitLength() <= bits, u.scale()::toString);
      u.vector().forEach(e -> assertTrue(e.bitLength() <= bits, e::toString));
    }
  }
}
