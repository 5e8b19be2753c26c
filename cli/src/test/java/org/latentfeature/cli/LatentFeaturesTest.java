package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.LatentFeatures;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.step.coding.Codes;

/** Java's door: every estimator is there, and is what the command line runs under its name. */
@Tag("whole")
final class LatentFeaturesTest {

  private static final Matrix X = SyntheticProblem.dense(90, 12, 3, .5, 4).x();

  /** The requests for three features, by the name of the method that makes them. */
  private static Map<String, FitRequest<?, ?>> requests() throws ReflectiveOperationException {
    Map<String, FitRequest<?, ?>> found = new TreeMap<>();
    for (Method method : LatentFeatures.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        found.put(method.getName(), (FitRequest<?, ?>) method.invoke(null, 3));
      }
    }
    return found;
  }

  @Test
  void everyEstimatorIsThereUnderItsName() throws ReflectiveOperationException {
    List<String> named = new ArrayList<>();
    requests().forEach((name, request) -> named.add(name + " " + request.estimator().name()));
    List<String> all = new ArrayList<>();
    Pattern dash = Pattern.compile("-(.)");
    for (Estimator<?, ?> estimator : Estimators.all()) {
      String name = estimator.name();
      all.add(dash.matcher(name).replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT)) + " " + name);
    }
    all.remove("kmeans kmeans"); // the further estimator of these tests
    assertEquals(Set.copyOf(all), Set.copyOf(named));
  }

  @Test
  void theCommandLineFitsTheSame(@TempDir Path folder) throws ReflectiveOperationException {
    Path x = folder.resolve("X.npy");
    NpyWriter.write(X, x);
    for (FitRequest<?, ?> request : requests().values()) {
      String name = request.estimator().name();
      Path file = folder.resolve(name + ".lfm");
      Run.lfm("fit", x, "-k", 3, "--estimator", name, "--backend", "java", "-o", file).succeeds();
      Model commanded = Estimators.load(file);
      try (Backend backend = Backends.open("java", 1).backend()) {
        Model model = request.fit(backend, X).toModel();
        assertArrayEquals(commanded.w().values(), model.w().values(), name);
        assertArrayEquals(codes(commanded), codes(model), name);
      }
    }
  }

  private static double[][] codes(Model model) {
    Codes codes = model.codes();
    return codes == null ? new double[0][] : codes.toArray();
  }

  @Test
  void partsOfARequestAreHeeded() {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, X)) {
      FitRequest<?, ?> lasso = LatentFeatures.lasso(3);
      int[] steps = new int[1];
      Model stopped =
          lasso
              .withListener(
                  event -> {
                    steps[0]++;
                    return false;
                  })
              .fit(data)
              .toModel();
      assertEquals(1, steps[0]);
      assertEquals("stopped", stopped.manifest().ended().toString());
      // As on the command line, of a file a sample is fitted.
      assertEquals(SampleSize.USUAL, lasso.sample());
      assertEquals(7, LatentFeatures.lasso(3).with(o -> o.withSeed(7)).options().seed());
    }
  }
}
