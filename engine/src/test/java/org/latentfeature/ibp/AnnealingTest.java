package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.Matrix;

/** The search by short chains. */
final class AnnealingTest {

  private static final int FEATURES = 8;
  private static final int RESTARTS = 4;

  private static Planted problem(int seed) {
    return Planted.coins(80, 40, FEATURES, .2, .5, 100 + seed);
  }

  private static Annealing.Found search(
      Matrix x, int threads, ObjIntConsumer<Annealing.Found> listener, StopSignal stop) {
    Dense rows = x.toDense();
    return Annealing.run(
        new Chains.Data(x, x, x.cols(), 1),
        new CollapsedSampler(x, rows.timesTransposed(rows), Algebra.JAVA),
        new Annealing.Plan(FEATURES, RESTARTS, 60, 3, threads),
        listener,
        stop);
  }

  private static boolean isExact(Annealing.Found found, Planted problem) {
    return new HashSet<>(found.z().columns()).equals(Set.copyOf(problem.z().columns()));
  }

  @Test
  void exchangesFindFeaturesThatRestartsMiss() {
    int[] exact = new int[2];
    for (int seed = 0; seed < 10; seed++) {
      Planted problem = problem(seed);
      Annealing.Found found =
          search(
              problem.x(),
              1,
              (best, chains) -> exact[0] += chains == RESTARTS && isExact(best, problem) ? 1 : 0,
              StopSignal.NEVER);
      exact[1] += isExact(found, problem) ? 1 : 0;
    }
    assertTrue(exact[0] <= 6 && exact[1] >= 9, exact[0] + " by restarts, then " + exact[1]);
  }

  @Test
  void threadsChangeNothing() {
    Matrix x = problem(0).x();
    Annealing.Found one = search(x, 1, (best, chains) -> {}, StopSignal.NEVER);
    assertEquals(one, search(x, 3, (best, chains) -> {}, StopSignal.NEVER));
  }

  @Test
  void withoutASweepThereIsNoSample() {
    Matrix x = problem(0).x();
    assertThrows(StoppedException.class, () -> search(x, 2, (best, chains) -> {}, () -> true));
  }
}
