package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.contract.ForwardingBackend;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** Before the first step of a fit its data are read once, whoever asks what of them. */
class OneReadingTest {

  private static final int K = 3;

  private static final Set<String> NO_STEPS = Set.of("rows", "close");

  @ParameterizedTest
  @CsvSource({"40, 7", "12, 50"})
  void theLassoReadsEveryRowOnce(int rows, int cols) {
    CountedMatrix x = data(rows, cols);
    assertEveryRowOnce(readBeforeTheFirstStep(x, lasso(x)));
  }

  @Test
  void aMarkovFitReadsEveryRowOnceAndThenThoseThatItStartsFrom() {
    CountedMatrix x = data(40, 7);
    int[] reads = readBeforeTheFirstStep(x, markov(x));
    assertTrue(Arrays.stream(reads).allMatch(n -> n >= 1), Arrays.toString(reads));
    assertEquals(40 + K, Arrays.stream(reads).sum(), "K rows are the features at the start");
  }

  @Test
  void rowsThatLackAnEntryAreReadOnceMoreForTheIndex() {
    CountedMatrix x = data(40, 7);
    for (int i : new int[] {3, 17, 18}) {
      x.set(i, i % 7, Float.NaN);
    }
    int[] reads = readBeforeTheFirstStep(x, markov(x));
    assertTrue(Arrays.stream(reads).allMatch(n -> n >= 1), Arrays.toString(reads));
    assertEquals(40 + 3 + K, Arrays.stream(reads).sum(), Arrays.toString(reads));
  }

  @Test
  void theFingerprintOfAModelIsFoundInTheSameReading() {
    CountedMatrix x = data(40, 7);
    assertEquals(DataHash.sha256(data(40, 7)), DataHash.sha256(x));
    assertEveryRowOnce(readBeforeTheFirstStep(x, lasso(x)));
  }

  @Test
  void whoAsksBetweenTwoFitsReadsNothing() {
    CountedMatrix x = data(40, 7);
    x.facts();
    MissingEntries.of(x);
    readBeforeTheFirstStep(x, lasso(x));
    int[] before = x.reads();
    x.facts();
    MissingEntries.of(x);
    assertArrayEquals(before, x.reads());
  }

  private static CountedMatrix data(int rows, int cols) {
    return CountedMatrix.of(SyntheticProblem.dense(rows, cols, K, .1, 5).x());
  }

  private static Consumer<Backend> lasso(Matrix x) {
    return backend ->
        new LatentFeatureLasso(backend, LassoOptions.of(K)).fit(x, FitListener.SILENT);
  }

  private static Consumer<Backend> markov(Matrix x) {
    return backend ->
        new MarkovLatentFeatures(backend, MarkovOptions.of(K)).fit(x, FitListener.SILENT);
  }

  private static void assertEveryRowOnce(int[] reads) {
    int[] once = new int[reads.length];
    Arrays.fill(once, 1);
    assertArrayEquals(once, reads);
  }

  /** How often each row was read by the time that {@code fit} asked a backend for a step. */
  private static int[] readBeforeTheFirstStep(CountedMatrix x, Consumer<Backend> fit) {
    int[][] first = new int[1][];
    Runnable step = () -> first[0] = first[0] == null ? x.reads() : first[0];
    try (Backend backend = new Watched(step)) {
      fit.accept(backend);
    }
    return first[0];
  }

  /** The reference, which runs something before each step. */
  private static final class Watched extends ForwardingBackend {

    private final Runnable step;

    Watched(Runnable step) {
      this.step = step;
    }

    @Override
    protected <R extends Resident> R opened(ResidentRows rows, Limits<R> limits, R opened) {
      return opened instanceof Incidence
          ? opened
          : telling(
              called -> {
                if (!NO_STEPS.contains(called)) {
                  step.run();
                }
              },
              opened);
    }
  }
}
