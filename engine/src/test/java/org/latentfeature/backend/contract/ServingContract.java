package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Model;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;

/**
 * 16 threads fit and apply models on one backend, all the same estimators and the same models: each
 * gets the bits that one thread alone gets.
 */
public abstract class ServingContract {

  private static final int THREADS = 16;

  private final BackendProvider provider;
  private final int rows;
  private final int cols;

  /**
   * A suite for the backend of {@code provider}, which any number of threads may share.
   *
   * @param rows of the data, N
   * @param cols of the data, D; large enough for what the backend does differently when it is
   */
  protected ServingContract(BackendProvider provider, int rows, int cols) {
    this.provider = provider;
    this.rows = rows;
    this.cols = cols;
  }

  /** What one thread finds, to the last bit. */
  private record Found(String lasso, String markov, String codes, String paths) {}

  private record Shared(
      Backend backend, Matrix x, LassoModel lasso, MarkovModel markov, MarkovOptions options) {

    Found found() {
      LassoResult fit = new LatentFeatureLasso(backend, LassoOptions.of(6).withSeed(3)).fit(x);
      MarkovResult walks = new MarkovLatentFeatures(backend, options).fit(x);
      return new Found(
          fit.z().hashCode() + " " + bits(fit.w().values()),
          bits(walks.parameters().w().values()) + " " + walks.lowerBound(),
          codes(lasso),
          codes(markov));
    }

    private String codes(Model model) {
      CodedRows coded = model.transform(backend, x);
      return Arrays.deepHashCode(coded.codes().toArray()) + " " + coded.rmse();
    }

    private static String bits(double[] values) {
      return Integer.toString(Arrays.hashCode(values));
    }
  }

  @Test
  void onOneThreadEach() throws Exception {
    allFindTheSame(1);
  }

  @Test
  void onAllThreadsEach() throws Exception {
    allFindTheSame(0);
  }

  private void allFindTheSame(int threads) throws Exception {
    Matrix x = SyntheticProblem.dense(rows, cols, 6, .1, 11).x();
    MarkovOptions options = MarkovOptions.of(5).withIterations(3).withSeed(1);
    try (Backend backend = provider.open(Resources.ofThreads(threads))) {
      LassoModel lasso = new LatentFeatureLasso(backend, LassoOptions.of(6)).fit(x).toModel();
      MarkovModel markov = new MarkovLatentFeatures(backend, options).fit(x).toModel();
      Shared shared = new Shared(backend, x, lasso, markov, options);
      Found alone = shared.found();
      for (Found found : atOnce(shared::found)) {
        assertEquals(alone, found);
      }
    }
  }

  private static <T> List<T> atOnce(Callable<T> work)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        futures.add(pool.submit(work));
      }
      List<T> all = new ArrayList<>();
      for (Future<T> future : futures) {
        all.add(future.get());
      }
      return all;
    } finally {
      pool.shutdownNow();
    }
  }
}
