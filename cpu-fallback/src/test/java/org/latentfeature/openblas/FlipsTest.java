package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;

/** Flips in blocks of rows are flips of one row after another. */
class FlipsTest {

  /** Noise in few dimensions: what one row changes, the next ones feel. */
  private static final Matrix X = SyntheticProblem.dense(130, 3, 2, 3, 1).x();

  private static final int ATOMS = 8;

  private static List<BitVector> start() {
    return IntStream.range(0, ATOMS)
        .mapToObj(
            c -> {
              boolean[] ones = new boolean[X.rows()];
              for (int i = 0; i < ones.length; i++) {
                ones[i] = CounterRandom.uniform(c, i, 0) < 0.5;
              }
              return BitVector.of(ones);
            })
        .toList();
  }

  private static List<BitVector> flipped(BackendProvider provider) {
    try (Backend backend = provider.open(Resources.ofThreads(1));
        Steps steps = Steps.open(backend, X, new AtomSearch.Limits(8, 8, 8, 32))) {
      Candidates candidates = steps.search().candidates();
      candidates.take(start());
      candidates.sum();
      candidates.flip(AtomSearch.smallestGain(X.rows()), IntStream.range(0, ATOMS).toArray());
      return List.copyOf(candidates.atoms());
    }
  }

  @Test
  void aPassFlipsTheRowsThatTheReferenceFlips() {
    List<BitVector> expected = flipped(new ReferenceProvider());
    assertNotEquals(start(), expected);
    assertEquals(expected, flipped(new OpenBlasProvider()));
  }
}
