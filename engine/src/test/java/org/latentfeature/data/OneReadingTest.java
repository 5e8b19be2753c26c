package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Moments;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.Session;

/** Before the first step of a fit its data are read once, whoever asks what of them. */
class OneReadingTest {

  private static final int K = 3;

  private static final Set<String> NO_STEPS = Set.of("rows", "cols", "counters", "close");

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
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      fit.accept(watched(backend, step));
    }
    return first[0];
  }

  /** The backend, whose sessions run {@code step} before each of their steps. */
  private static Backend watched(Backend backend, Runnable step) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object result = method.invoke(backend, arguments);
          return result instanceof Session session ? watched(session, step) : result;
        };
    return (Backend) proxy(handler, Backend.class);
  }

  private static Object watched(Session session, Runnable step) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (!NO_STEPS.contains(method.getName())) {
            step.run();
          }
          return method.invoke(session, arguments);
        };
    return session instanceof PathCoder
        ? proxy(handler, PathCoder.class)
        : proxy(handler, AtomSearch.class, Moments.class);
  }

  private static Object proxy(InvocationHandler handler, Class<?>... faces) {
    return Proxy.newProxyInstance(OneReadingTest.class.getClassLoader(), faces, handler);
  }
}
