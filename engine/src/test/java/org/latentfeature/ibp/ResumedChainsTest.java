package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.Matrix;

/** Chains that stop anywhere and are resumed are chains that never stopped. */
class ResumedChainsTest {

  private static final int SWEEPS = 34;
  private static final Matrix X = Planted.coins(90, 12, 4, .3, .4, 5).x();

  /** A scale other than 1: units are undone and done again. */
  private static final Chains.Data DATA = new Chains.Data(X, times(X, 4), 12, .25);

  private static final Sampler SAMPLER = new CollapsedSampler(X, null, Algebra.JAVA);

  private static Matrix times(Matrix x, float by) {
    Matrix scaled = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        scaled.set(i, j, by * x.get(i, j));
      }
    }
    return scaled;
  }

  private static Chains.Plan plan(int sweeps) {
    return new Chains.Plan(sweeps, 20, new HyperPriors(1, true, true, true), 11, 2);
  }

  private static List<ChainState> starts() {
    List<ChainState> starts = new ArrayList<>();
    for (int c = 0; c < 3; c++) {
      long seed = CounterRandom.stream(3, c);
      starts.add(
          new ChainState(
              0,
              RandomIncidence.buffet(90, 1, 20, seed),
              new Scales(.5, 1),
              new InfiniteFeatures(1)));
    }
    return starts;
  }

  private static Posterior whole(int sweeps) {
    return Chains.run(DATA, SAMPLER, plan(sweeps), starts(), (sweep, last) -> {}, StopSignal.NEVER);
  }

  /** Saves after each sweep. */
  private static final class Each implements Chains.Watcher {

    private final List<Posterior> saved = new ArrayList<>();
    private final List<Integer> rounds = new ArrayList<>();

    @Override
    public void onRound(int sweep, List<Sample> last) {
      rounds.add(sweep);
    }

    @Override
    public boolean isDue() {
      return true;
    }

    @Override
    public void keep(Supplier<Posterior> soFar) {
      saved.add(soFar.get());
    }
  }

  private static void assertSame(Posterior one, Posterior other) {
    assertEquals(one.traces(), other.traces());
    assertEquals(one.states(), other.states());
    assertEquals(one.reference(), other.reference());
    assertEquals(one.burnIn(), other.burnIn());
    assertEquals(one.full(), other.full());
    assertArrayEquals(one.inclusion().values(), other.inclusion().values());
    assertArrayEquals(one.presence().values(), other.presence().values());
    assertArrayEquals(one.mean().values(), other.mean().values());
    assertArrayEquals(one.deviation().values(), other.deviation().values());
  }

  /** Its features in another order, as a model has them. */
  private static Posterior turned(Posterior of) {
    int k = of.reference().cols();
    int[] order = new int[k];
    for (int f = 0; f < k; f++) {
      order[f] = (f + 1) % k;
    }
    return of.select(order);
  }

  @Test
  void everySweepCanBeTheLastBeforeAResume() {
    Posterior whole = whole(SWEEPS);
    Each each = new Each();
    Posterior saving = Chains.run(DATA, SAMPLER, plan(SWEEPS), starts(), each, StopSignal.NEVER);
    assertSame(whole, saving);
    assertEquals(SWEEPS, each.saved.size());
    assertEquals(List.of(10, 17, 27, 34), each.rounds);
    for (Posterior saved : each.saved) {
      Each rest = new Each();
      assertSame(
          whole, Chains.resume(DATA, SAMPLER, plan(SWEEPS), turned(saved), rest, StopSignal.NEVER));
      int sweeps = saved.traces().get(0).size();
      assertEquals(each.rounds.stream().filter(to -> to > sweeps).toList(), rest.rounds);
    }
  }

  /** Chains that were not stopped in the same sweep. */
  @ParameterizedTest
  @ValueSource(ints = {2, 31, 52, 95})
  void aStopWithinASweepLosesNothing(int checks) {
    int[] left = {checks};
    StopSignal soon =
        () -> {
          synchronized (left) {
            return left[0]-- <= 0;
          }
        };
    Posterior stopped =
        Chains.run(DATA, SAMPLER, plan(SWEEPS), starts(), (sweep, last) -> {}, soon);
    assertTrue(stopped.states().stream().anyMatch(state -> state.sweep() < SWEEPS));
    assertSame(
        whole(SWEEPS),
        Chains.resume(DATA, SAMPLER, plan(SWEEPS), stopped, (sweep, last) -> {}, StopSignal.NEVER));
  }

  @Test
  void twiceTheSweepsAreThoseOfAFitOfTwiceAsMany() {
    Posterior first = whole(SWEEPS);
    Posterior more =
        Chains.resume(
            DATA, SAMPLER, plan(2 * SWEEPS), first, (sweep, last) -> {}, StopSignal.NEVER);
    assertSame(whole(2 * SWEEPS), more);
    Posterior few =
        Chains.resume(
            DATA, SAMPLER, plan(SWEEPS + 10), first, (sweep, last) -> {}, StopSignal.NEVER);
    assertEquals(first.burnIn(), few.burnIn());
    assertEquals(first.reference(), few.reference());
    assertEquals(more.traces().get(1).subList(0, SWEEPS + 10), few.traces().get(1));
  }

  /** Counts are of the last sweeps, and Z is the likeliest so far. */
  @Test
  void whatIsSavedInBurnInIsAPosterior() {
    Each each = new Each();
    Chains.run(DATA, SAMPLER, plan(SWEEPS), starts(), each, StopSignal.NEVER);
    Posterior early = each.saved.get(4);
    double best =
        early.traces().stream()
            .flatMap(List::stream)
            .mapToDouble(Sample::logJoint)
            .max()
            .orElseThrow();
    int entries = 90 * 12;
    Continuation rest = Objects.requireNonNull(early.continuation());
    double log = rest.logs().get(rest.bestChain(), 0);
    assertEquals(best, log - entries * Math.log(4), 1e-9 * Math.abs(best));
    for (double share : early.inclusion().values()) {
      assertTrue(share == 0 || share == 1 || Math.abs(share * 3 - Math.rint(share * 3)) < 1e-12);
    }
    String sentence = Convergence.Agreement.of(early).sentence();
    assertTrue(sentence.contains("burn-in, after 5 of its 17 sweeps"), sentence);
  }

  @Test
  void chainsWithoutAContinuationAreRefused() {
    Posterior one = whole(4).chain(0);
    assertThrows(
        IllegalArgumentException.class,
        () -> Chains.resume(DATA, SAMPLER, plan(8), one, (sweep, last) -> {}, StopSignal.NEVER));
  }
}
