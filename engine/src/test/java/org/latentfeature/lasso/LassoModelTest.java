package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.ReadOptions;

class LassoModelTest {

  @TempDir Path folder;

  @Test
  void theSavedModelTellsAllThatTheFitNeedsToBeRepeated() {
    Dataset data = new Dataset(SyntheticProblem.generate("syn0", 2).x(), null);
    LassoOptions options = LassoOptions.of(3).withSeed(5).withPenalty(new Penalty.Relative(.25));
    Path file = folder.resolve("model.lfm");
    LassoResult fit;
    try (Backend backend = Backends.open("java", 1).backend()) {
      fit = new LatentFeatureLasso(backend, options).fit(data.x(), FitListener.SILENT);
      ModelFile.save(
          LassoModel.of(
              fit,
              options,
              new Provenance(
                  "a test 1.0",
                  backend.info(),
                  FittedData.of(data, ReadOptions.DEFAULT.withScaleBy(.5)))),
          file);
    }
    LassoModel model = ModelFile.load(file, LassoModel.KIND);
    Manifest manifest = model.manifest();
    assertEquals(fit.z(), model.z());
    assertEquals(DataHash.sha256(data.x()), manifest.dataHash());
    assertEquals("a test 1.0", manifest.software());
    assertEquals("java", manifest.backend().name());
    assertEquals(5, manifest.seed());
    assertEquals("3", manifest.options().get("k"));
    assertEquals("relative 0.25", manifest.options().get("penalty"));
    assertEquals("0.5", manifest.options().get(FittedData.SCALE_BY));
  }
}
