package org.latentfeature.cli.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Manifest;

/** What {@code lfm info} says beside what every model has. */
class ModelSummaryTest {

  @Tag("whole")
  @Test
  void aModelOfMoreRowsThanItKeepsSaysBoth(@TempDir Path folder) {
    Run.lfm("generate", "syn0", "-o", folder).succeeds();
    Path model = folder.resolve("model.lfm");
    Run.lfm("fit", folder.resolve("X.npy"), "-k", 2, "-o", model, "--backend", "java").succeeds();
    Manifest manifest = Estimators.load(model).manifest();
    String text = ModelSummary.of(manifest.withFigures(Map.of(Manifest.FITTED_ROWS, 5e6))).text();
    assertTrue(text.matches("(?s).*\\n *rows +5,?000,?000\\n *rows kept +.*"), text);
    assertTrue(!text.contains("fitted rows"), text);
  }
}
