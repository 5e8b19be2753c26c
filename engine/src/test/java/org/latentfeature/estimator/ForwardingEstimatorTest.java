package org.latentfeature.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Workload;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.method.LassoEstimator;
import org.latentfeature.method.StartedLasso;
import org.latentfeature.variational.VariationalBuffetEstimator;

/** Estimators that stand for another one forget nothing of it. */
class ForwardingEstimatorTest {

  /** What the others of their names come down to. */
  private static final Set<String> BY_OTHERS = Set.of("trainer", "fit");

  @Test
  void everyMethodIsForwarded() {
    Set<String> forwarded =
        Stream.of(ForwardingEstimator.class.getDeclaredMethods())
            .map(ForwardingEstimatorTest::signature)
            .collect(Collectors.toSet());
    List<String> forgotten =
        Stream.of(Estimator.class.getMethods())
            .filter(m -> !Modifier.isStatic(m.getModifiers()) && !BY_OTHERS.contains(m.getName()))
            .map(ForwardingEstimatorTest::signature)
            .filter(signature -> !forwarded.contains(signature))
            .toList();
    assertEquals(List.of(), forgotten);
  }

  private static String signature(Method method) {
    return method.getName() + List.of(method.getParameterTypes());
  }

  /** Whatever has no name of its own stands for an estimator that has. */
  @Test
  void everyOtherEstimatorForwards() throws IOException {
    Set<Class<?>> services =
        Estimators.all().stream()
            .map(Object::getClass)
            .collect(Collectors.toCollection(HashSet::new));
    // An estimator like those with a name; an option of 'lfm ibp fit' chooses it.
    services.add(VariationalBuffetEstimator.class);
    Path classes = Path.of("target/classes");
    List<String> wrong = new ArrayList<>();
    int wrappers = 0;
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        Class<?> type = load(classes.relativize(file).toString());
        if (Estimator.class.isAssignableFrom(type)
            && !Modifier.isAbstract(type.getModifiers())
            && !services.contains(type)) {
          wrappers++;
          if (!ForwardingEstimator.class.isAssignableFrom(type)) {
            wrong.add(type.getName());
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(wrappers >= 3, wrappers + " wrappers");
  }

  private static Class<?> load(String file) {
    String name = file.replaceFirst("\\.class$", "").replace('/', '.').replace('\\', '.');
    try {
      return Class.forName(name, false, ForwardingEstimatorTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLassoThatIsStartedSaysHowMuchItIs() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {3, 5}, {1, 3}});
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      StartedLasso started = new StartedLasso(new LassoEstimator().fit(backend, x, 1).toModel());
      LassoOptions options = LassoOptions.of(2);
      Workload work = started.workload(1000, 50, options);
      assertEquals(new LassoEstimator().workload(1000, 50, options), work);
      assertNotEquals(Workload.UNKNOWN, work);
    }
  }
}
