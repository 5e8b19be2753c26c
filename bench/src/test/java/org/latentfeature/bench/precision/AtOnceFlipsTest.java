package org.latentfeature.bench.precision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.AtomSearch.Sweeps;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;

/** Flips equal plain loops, and lower no score. */
final class AtOnceFlipsTest {

  private static final SmallResidual SMALL = SmallResidual.of(150, 37, 5);
  private static final double GAIN = AtomSearch.smallestGain(150);

  static Stream<SearchVariant> variants() {
    return SMALL.variants().stream();
  }

  /** What a test does with a search that has the residual. */
  @FunctionalInterface
  private interface Use {
    void of(AtomSearch search);
  }

  private static void with(SearchVariant variant, Use use) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      Backend emulated =
          new EmulatedBackend(backend, (exact, x, first) -> variant.on(exact, SMALL.x(), x, first));
      try (ResidentRows rows = emulated.load(SMALL.x(), 0, StopSignal.NEVER);
          Incidence codes = rows.open(new Incidence.Limits(5));
          AtomSearch search = rows.open(new AtomSearch.Limits(5, 8, 4, 16))) {
        codes.replace(SMALL.z());
        search.residual(codes, SMALL.v());
        use.of(search);
      }
    }
  }

  private static List<BitVector> starts() {
    return IntStream.range(10, 14).mapToObj(c -> SmallResidual.bits(150, c)).toList();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void noPassLowersAScore(SearchVariant variant) {
    with(
        variant,
        search -> {
          Candidates candidates = search.candidates();
          candidates.take(starts());
          double[] before = new double[4];
          for (int pass = 0; pass < 6; pass++) {
            candidates.sum();
            double[] scores = candidates.scores();
            for (int c = 0; c < 4; c++) {
              BitVector z = candidates.atoms().get(c);
              assertEquals(SMALL.score(z), scores[c], 1e-5 * scores[c], "from its bits");
              double share = Math.max(1e-6, SmallResidual.unit(variant) / 100);
              assertTrue(scores[c] >= before[c] * (1 - share), "pass " + pass);
            }
            before = scores;
            candidates.flip(GAIN, new int[] {0, 1, 2, 3});
          }
        });
  }

  /** A pass by its definition: per block all at once without their own share, then the best. */
  private static BitVector flipped(BitVector start, RowSchedule schedule) {
    double[][] a = SMALL.residual();
    int n = a.length;
    int size = schedule.size(n);
    int segments = Math.max(1, Math.min((size + 31) / 32, 64 / schedule.count(n)));
    int segment = (size + segments - 1) / segments;
    boolean[] z = new boolean[n];
    for (int i = 0; i < n; i++) {
      z[i] = start.get(i);
    }
    double smallest = GAIN * SMALL.score(start);
    List<Integer> list = new ArrayList<>();
    for (int first = 0; first < n; first += size) {
      double[] s = sum(a, z);
      double[] gradient = new double[n];
      int end = Math.min(n, first + size);
      for (int i = first; i < end; i++) {
        gradient[i] = Dense.dot(a[i], 0, s, 0, s.length);
        z[i] ^= 2 * (z[i] ? -1 : 1) * gradient[i] > smallest;
      }
      for (int from = first; from < end; from += segment) {
        int best = -1;
        double most = smallest;
        for (int i = from; i < Math.min(end, from + segment); i++) {
          double gain = 2 * (z[i] ? -1 : 1) * gradient[i] + Dense.dot(a[i], 0, a[i], 0, s.length);
          if (gain > most) {
            most = gain;
            best = i;
          }
        }
        list.add(best);
      }
    }
    for (int i : list) {
      if (i >= 0) {
        double[] s = sum(a, z);
        double gain =
            2 * (z[i] ? -1 : 1) * Dense.dot(a[i], 0, s, 0, s.length)
                + Dense.dot(a[i], 0, a[i], 0, s.length);
        z[i] ^= gain > smallest;
      }
    }
    return BitVector.of(z);
  }

  private static double[] sum(double[][] a, boolean[] z) {
    double[] s = new double[a[0].length];
    for (int i = 0; i < z.length; i++) {
      Dense.addScaled(s, 0, a[i], 0, s.length, z[i] ? 1 : 0);
    }
    return s;
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aPassEqualsPlainLoops(SearchVariant variant) {
    with(
        variant,
        search -> {
          Candidates candidates = search.candidates();
          candidates.take(starts());
          candidates.sum();
          int[] flips = candidates.flip(GAIN, new int[] {0, 2, 3});
          // Rounding may decide a few rows whose flip hardly matters.
          int apart = variant.format() == OperandFormat.SINGLE ? 0 : 4;
          for (int m = 0; m < 3; m++) {
            int c = new int[] {0, 2, 3}[m];
            BitVector found = candidates.atoms().get(c);
            int distance = found.distance(flipped(starts().get(c), variant.schedule()));
            assertTrue(distance <= apart, distance + " bits apart");
            assertTrue(flips[m] >= found.distance(starts().get(c)));
          }
          assertEquals(starts().get(1), candidates.atoms().get(1), "not moving");
        });
  }

  @ParameterizedTest
  @MethodSource("variants")
  void searchesFindWhatTheReferenceFinds(SearchVariant variant) {
    double[] expected = new double[2];
    try (Backend backend = Backends.open("java", 1).backend();
        ResidentRows rows = backend.load(SMALL.x(), 0, StopSignal.NEVER);
        Incidence codes = rows.open(new Incidence.Limits(5));
        AtomSearch search = rows.open(new AtomSearch.Limits(5, 8, 4, 16))) {
      codes.replace(SMALL.z());
      search.residual(codes, SMALL.v());
      expected[0] = search.sweep(8, 1e-5, 200, 1).value();
      expected[1] = search.round(16, 4, 20, 2).get(0).score();
    }
    with(
        variant,
        search -> {
          Sweeps sweeps = search.sweep(8, 1e-5, 200, 1);
          assertEquals(expected[0], sweeps.value(), 1e-2 * expected[0]);
          List<ScoredAtom> atoms = search.round(16, 4, 20, 2);
          assertEquals(expected[1], atoms.get(0).score(), 1e-2 * expected[1]);
          assertEquals(
              SMALL.score(atoms.get(0).z()),
              atoms.get(0).score(),
              1e-5 * expected[1],
              "scores are of bits");
        });
  }

  @Test
  void whatIsPolishedIsBetterByNoSingleFlip() {
    with(
        new SearchVariant(RowSchedule.phases(4), OperandFormat.SINGLE, false, false),
        search -> {
          BitVector z = search.polish(starts(), 50).get(0).z();
          double score = SMALL.score(z);
          for (int i = 0; i < 150; i++) {
            long[] words = z.toWords();
            words[i >> 6] ^= 1L << i;
            assertTrue(SMALL.score(BitVector.ofWords(150, words)) <= score * (1 + 1e-4));
          }
        });
  }
}
