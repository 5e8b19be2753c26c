package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Workload;

/** Class paths that lack what the backend needs, and the time that it is expected to take. */
class OpenBlasProviderTest {

  @Test
  void withoutJavaCppItSaysWhatToAdd() throws Exception {
    URL own = OpenBlasProvider.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader engineOnly =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.bytedeco.")
                || name.startsWith("org.latentfeature.openblas.")) {
              throw new ClassNotFoundException(name);
            }
            return BackendProvider.class.getClassLoader().loadClass(name);
          }
        };
    try (URLClassLoader loader = new URLClassLoader(new URL[] {own}, engineOnly)) {
      Class<?> alone = loader.loadClass(OpenBlasProvider.class.getName());
      Probe probe = ((BackendProvider) alone.getDeclaredConstructor().newInstance()).probe();
      assertFalse(probe.isAvailable());
      String reason = probe.reasons().get(0);
      assertNotNull(reason);
      assertTrue(reason.contains("(org/bytedeco/"), reason);
      assertTrue(reason.contains("add org.bytedeco:javacpp and openblas"), reason);
    }
  }

  /** Processors that no fit uses do not make it faster; fits at once use more of them. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1, 2", "3, 5", "99, 1"})
  void timeIsExpectedByTheThreadsThatAreAskedFor(int threads, int atOnce) {
    Workload work = new Workload(3e9, 1, atOnce);
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), 16);
    int used = Math.min(processors, threads * atOnce);
    OpenBlasProvider provider = new OpenBlasProvider();
    assertEquals(.05 + 100. / used, provider.seconds(work, Resources.ofThreads(threads)), 1e-9);
    assertEquals(.05 + 100. / processors, provider.seconds(work, Resources.DEFAULT), 1e-9);
  }
}
