package org.latentfeature.columns.subspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;

final class BlockRelaxationTest {

  private static final int BLOCKS = 16;

  /** Opens the whitened rows of {@code k} planted columns. */
  private static WhitenedRows open(Backend backend, Planted planted, int k) {
    return new WhitenedRows(
        backend, WhiteningTest.whiten(planted.x(), k).y(), 3 * BLOCKS, StopSignal.NEVER);
  }

  private static BlockRelaxation.Outcome run(WhitenedRows y) {
    return new BlockRelaxation(y, 3, 0.95, 100)
        .run(Directions.normal(3 * BLOCKS, y.dimensions(), 7));
  }

  /** The columns of Z, or their complements, near the directions of {@code factors}. */
  private static long found(WhitenedRows y, Planted planted, List<Dense> factors) {
    List<BitVector> rounded = new Rounding(y).round(BlockRange.directions(y, factors, 5), 6, 0.3);
    Set<BitVector> all = Set.copyOf(rounded);
    return planted.z().columns().stream()
        .filter(z -> all.contains(z) || all.contains(z.complement()))
        .count();
  }

  /** Where some blocks are stuck, those that are solved hold all columns that any block holds. */
  @ParameterizedTest
  @CsvSource({"40, 320", "60, 720", "60, 1200", "80, 2400"})
  void solvedBlocksAreApartFromThoseThatAreStuck(int k, int n) {
    Planted planted = Planted.coins(n, 2 * k, k, .05, .5, 3);
    try (Backend backend = Backends.open("java", 1).backend();
        WhitenedRows y = open(backend, planted, k)) {
      BlockRelaxation.Outcome outcome = run(y);
      int solved = outcome.solved().size();
      assertTrue(solved > 0 && solved < outcome.factors().size(), solved + " are solved");
      assertEquals(outcome.factors().subList(0, solved), outcome.solved());
      long found = found(y, planted, outcome.solved());
      assertTrue(found > 0);
      assertEquals(found(y, planted, outcome.factors()), found);
    }
  }

  /** Where all are stuck, or all are solved, none is apart. */
  @ParameterizedTest
  @CsvSource({"100, 800", "40, 1200"})
  void blocksOfOneKindAreAllGivenOut(int k, int n) {
    Planted planted = Planted.coins(n, 2 * k, k, .05, .5, 3);
    try (Backend backend = Backends.open("java", 1).backend();
        WhitenedRows y = open(backend, planted, k)) {
      BlockRelaxation.Outcome outcome = run(y);
      assertEquals(BLOCKS, outcome.factors().size());
      assertEquals(BLOCKS, outcome.solved().size());
    }
  }
}
