package org.latentfeature.columns.vertex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

class IndependentVerticesTest {

  /** Rows e1, e2, e3 and their sums: z with code c has the bits of c and their sum. */
  private static RowSet set() {
    Dense basis = new Dense(4, 3);
    for (int a = 0; a < 3; a++) {
      basis.set(a, a, 1);
      basis.set(3, a, a == 2 ? 0 : 0.5);
    }
    return RowSet.of(basis, new double[4], new int[] {0, 1, 2});
  }

  private static List<Long> codes(List<Vertex> vertices) {
    return vertices.stream().map(Vertex::code).toList();
  }

  @Test
  void dependentOnesAreSkipped() {
    RowSet set = set();
    // Columns 0010, 0011 + …: code 7 has 1111, 3 has 1101, 4 has 0010: 7 = 3 + 4.
    List<Vertex> nearest = List.of(set.vertex(3), set.vertex(4), set.vertex(7), set.vertex(1));
    assertEquals(List.of(3L, 4L, 1L), codes(IndependentVertices.of(set, nearest, true)));
  }

  @Test
  void unitsCompleteWhatIsTooFew() {
    RowSet set = set();
    List<Vertex> found = IndependentVertices.of(set, List.of(set.vertex(3)), true);
    assertEquals(List.of(3L, 4L, 1L), codes(found));
  }

  /** Of an affine subspace one more is taken, and 0 may be among them. */
  @Test
  void affinelyIndependentOnesAreOneMore() {
    RowSet set = set();
    // 0, 3, 4 and 7 are the corners of a parallelogram.
    List<Vertex> nearest = List.of(set.vertex(0), set.vertex(3), set.vertex(4), set.vertex(7));
    List<Vertex> found = IndependentVertices.of(set, nearest, false);
    assertEquals(List.of(0L, 3L, 4L, 1L), codes(found));
  }
}
