package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Probe;

/** Class paths that lack what the backend needs. */
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
}
