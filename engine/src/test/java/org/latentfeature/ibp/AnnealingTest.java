package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.HartiganMoves;
import org.latentfeature.fit.metrics.Rmse;

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

  /** One chain of four sweeps finds nothing by itself; exchanges mend the one wrong feature. */
  @Test
  void exchangesBeginWithTheStart() {
    Planted problem = problem(0);
    Matrix x = problem.x();
    Dense rows = x.toDense();
    Dense gram = rows.timesTransposed(rows);
    BinaryMatrix wrong = problem.z().replace(5, RandomIncidence.coins(x.rows(), 1, 77).column(0));
    double error = squaredError(x, wrong);
    Annealing.Found[] found = new Annealing.Found[2];
    for (int i = 0; i < 2; i++) {
      Annealing.Found start = i == 0 ? null : new Annealing.Found(wrong, error);
      found[i] =
          Annealing.run(
              new Chains.Data(x, x, x.cols(), 1),
              new CollapsedSampler(x, gram, Algebra.JAVA),
              new Annealing.Plan(FEATURES, 1, 4, 3, 2, start),
              (best, chains) -> {},
              StopSignal.NEVER);
    }
    assertFalse(isExact(found[0], problem));
    assertTrue(isExact(found[1], problem));
    assertTrue(found[1].squaredError() < error);
  }

  /** A sample of the posterior has bits that cost error; what a chain ends with has hardly any. */
  @Test
  void chainsEndWhereNoBitCostsMuch() {
    Planted problem = Planted.coins(200, 6, FEATURES, 1, .5, 5);
    Matrix x = problem.x();
    Dense rows = x.toDense();
    BinaryMatrix z = search(x, 2, (best, chains) -> {}, StopSignal.NEVER).z();
    BinaryMatrix moved = new HartiganMoves(rows.timesTransposed(rows), StopSignal.NEVER).improve(z);
    double ratio = squaredError(x, moved) / squaredError(x, z);
    assertTrue(ratio > .9, Double.toString(ratio));
  }

  private static double squaredError(Matrix x, BinaryMatrix z) {
    Dense codes = new Dense(z.cols(), z.rows());
    for (int i = 0; i < z.rows(); i++) {
      for (int k = 0; k < z.cols(); k++) {
        codes.set(k, i, z.get(i, k) ? 1 : 0);
      }
    }
    Dense w =
        Algebra.JAVA.solve(codes.timesTransposed(codes), Algebra.JAVA.multiply(codes, x.toDense()));
    return Rmse.squaredError(x, z, w);
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
