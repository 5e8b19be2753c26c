package org.latentfeature.fit.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Model;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.ibp.variational.VariationalBuffetEstimator;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Fits as values: every part of one is heeded by the estimators that accept it, or refused. */
final class FitRequestTest {

  private static final Backend BACKEND = new ReferenceProvider().open(Resources.DEFAULT);
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(80, 12, 3, .3, 1);
  private static final LassoModel START =
      new LassoEstimator().fit(BACKEND, PROBLEM.x(), 3).toModel();

  @AfterAll
  static void close() {
    BACKEND.close();
  }

  private static <O extends FitOptions, M extends Model> String refusal(FitRequest<O, M> request) {
    try (LoadedData data = new LoadedData(BACKEND, PROBLEM.x())) {
      return String.valueOf(
          assertThrows(IllegalArgumentException.class, () -> request.fit(data)).getMessage());
    }
  }

  private static FitRequest<?, ?> of(Estimator<?, ?> estimator) {
    return estimator.request(3, Map.of());
  }

  /** Weights that nobody heeds would be a result that looks like one of theirs. */
  @Test
  void whatAnEstimatorDoesNotAcceptIsRefused() {
    Weights weights = new Weights(null, new double[] {1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, false);
    int refused = 0;
    for (Estimator<?, ?> estimator : Estimators.all()) {
      String name = estimator.name();
      if (!Accepts.WEIGHTS.isOf(estimator)) {
        assertEquals(
            "estimator %s takes no weights of rows and columns; drop it, or use another estimator"
                .formatted(name),
            refusal(of(estimator).withWeights(weights)));
        refused++;
      }
      if (!Accepts.START.isOf(estimator)) {
        assertTrue(refusal(of(estimator).withStart(START)).contains(name + " takes no start"));
        refused++;
      }
      if (!Accepts.SAMPLE.isOf(estimator)) {
        String message = refusal(of(estimator).withSample(SampleSize.of(20)));
        assertTrue(message.contains(name + " takes no sample"), message);
        refused++;
      }
    }
    assertTrue(refused > 10, refused + " refusals");
  }

  /** A start, weights and a sample each change the model of an estimator that accepts them. */
  @Test
  void whatAnEstimatorAcceptsHasAnEffect() {
    double[] rows = new double[80];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i < 40 ? 1 : 0;
    }
    // In noise, so that each is another optimum.
    SyntheticProblem noisy = SyntheticProblem.dense(80, 12, 3, 2, 1);
    try (LoadedData data = new LoadedData(BACKEND, noisy.x())) {
      FitRequest<LassoOptions, LassoModel> plain = new LassoEstimator().request(3, Map.of());
      Set<List<Double>> dictionaries = new HashSet<>();
      int fits = 0;
      for (FitRequest<LassoOptions, LassoModel> each :
          List.of(
              plain,
              plain.withWeights(new Weights(rows, null, false)),
              plain.withStart(START),
              plain.withSample(SampleSize.of(30)))) {
        double[] w = each.fit(data).toModel().w().values();
        List<Double> values = new ArrayList<>();
        for (double value : w) {
          values.add(value);
        }
        dictionaries.add(values);
        fits++;
      }
      assertEquals(fits, dictionaries.size());
    }
  }

  /** The chains begin with the codes of the start, and so with its error. */
  @Test
  void chainsBeginWithTheStart() {
    SyntheticProblem other = SyntheticProblem.dense(80, 12, 3, 1, 2);
    FactorModel wrong =
        new LassoModel(
            START.manifest(), other.z(), START.w()); // codes of other rows of the same number
    try (LoadedData data = new LoadedData(BACKEND, PROBLEM.x())) {
      FitRequest<?, ?> chains =
          new IndianBuffetEstimator().request(3, Map.of("sweeps", "2", "chains", "1"));
      double good = startRmse(chains.withStart(START), data);
      double poor = startRmse(chains.withStart(wrong), data);
      assertTrue(good < .5 && poor > 2 * good, good + " " + poor);
    }
  }

  private static double startRmse(FitRequest<?, ?> request, LoadedData data) {
    return request
        .fit(data)
        .toModel()
        .manifest()
        .figures()
        .getOrDefault(IndianBuffetEstimator.START_RMSE, Double.NaN);
  }

  @Test
  void aStartOfOtherRowsIsRefusedWithBothShapes() {
    SyntheticProblem other = SyntheticProblem.dense(70, 12, 3, 1, 2);
    try (LoadedData data = new LoadedData(BACKEND, other.x())) {
      FitRequest<?, ?> chains = of(new IndianBuffetEstimator()).withStart(START);
      String message =
          String.valueOf(
              assertThrows(IllegalArgumentException.class, () -> chains.fit(data)).getMessage());
      assertTrue(message.contains("80 × 12") && message.contains("70 × 12"), message);
    }
  }

  @Test
  void aStartGoesWithNeitherWeightsNorVariants() {
    Weights weights = new Weights(null, null, true);
    FitRequest<?, ?> started = of(new LassoEstimator()).withStart(START);
    assertEquals(
        "a weight does not go with a start; drop one of the two",
        refusal(started.withWeights(weights)));
    assertEquals(
        "option robust does not go with a start; drop one of the two",
        refusal(new LassoEstimator().request(3, Map.of("robust", "true")).withStart(START)));
  }

  /** Ones, too: whoever has too few weights has those of other data. */
  @Test
  void weightsAreCounted() {
    Weights ones = new Weights(new double[] {1, 1, 1}, null, false);
    try (LoadedData data = new LoadedData(BACKEND, PROBLEM.x())) {
      FitRequest<?, ?> request = of(new LassoEstimator()).withWeights(ones);
      String message =
          String.valueOf(assertThrows(DataException.class, () -> request.fit(data)).getMessage());
      assertTrue(message.contains("3 row weights") && message.contains("80 rows"), message);
    }
  }

  /** A sample that cannot be taken is not left out in silence. */
  @Test
  void aSampleGoesWithNeitherWeightsNorAStart() {
    FitRequest<?, ?> sampled = of(new LassoEstimator()).withSample(SampleSize.of(30));
    String weighted = refusal(sampled.withWeights(new Weights(null, null, true)));
    assertTrue(weighted.endsWith("drop the weights"), weighted);
    String started = refusal(sampled.withStart(START));
    assertTrue(started.endsWith("drop the start"), started);
  }

  /** Without a backend the request chooses one; the codes are the same on all of them. */
  @Test
  void aRequestFindsItsBackend() {
    assertEquals(
        START.z(),
        of(new LassoEstimator()).fit(PROBLEM.x()).toModel() instanceof LassoModel m ? m.z() : null);
  }

  /** The parts of a request are independent of each other. */
  @Test
  void onePartIsChanged() {
    Weights weights = new Weights(null, null, true);
    SampleSize size = SampleSize.of(50);
    FitRequest<LassoOptions, LassoModel> all =
        new LassoEstimator()
            .request(3, Map.of())
            .withWeights(weights)
            .withStart(START)
            .withSample(size)
            .with(7, Duration.ofSeconds(9));
    FitRequest<LassoOptions, LassoModel> other = all.withOptions(LassoOptions.of(4));
    assertEquals(7, all.options().seed());
    assertEquals(Duration.ofSeconds(9), all.options().timeLimit());
    assertEquals(4, other.options().k());
    for (FitRequest<LassoOptions, LassoModel> each : List.of(all, other)) {
      assertEquals(weights, each.weights());
      assertEquals(START, each.start());
      assertEquals(size, each.sample());
      assertFalse(each.checkpoints().isKept());
    }
  }

  @Test
  void aFillValueIsNamed() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {3, 1e30f}, {1, 3}});
    try (LoadedData data = new LoadedData(BACKEND, x)) {
      FitRequest<?, ?> request = new LassoEstimator().request(1, Map.of());
      assertThrows(DataException.class, () -> request.fit(data));
    }
  }

  /** Nothing but an estimator that has a name fits: no other stands for one, and forgets a part. */
  @Test
  void everyEstimatorIsRegistered() throws IOException {
    Set<Class<?>> services =
        Estimators.all().stream()
            .map(Object::getClass)
            .collect(Collectors.toCollection(HashSet::new));
    // An estimator like those with a name; an option of 'lfm ibp fit' chooses it.
    services.add(VariationalBuffetEstimator.class);
    Path classes = Path.of("target/classes");
    Set<Class<?>> found = new HashSet<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        Class<?> type = load(classes.relativize(file).toString());
        if (Estimator.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
          found.add(type);
        }
      }
    }
    assertEquals(services, found);
  }

  private static Class<?> load(String file) {
    String name = file.replaceFirst("\\.class$", "").replace('/', '.').replace('\\', '.');
    try {
      return Class.forName(name, false, FitRequestTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
