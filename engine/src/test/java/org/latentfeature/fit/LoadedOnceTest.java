package org.latentfeature.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.contract.ForwardingBackend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.Denoiser;
import org.latentfeature.step.ResidentRows;

/**
 * X crosses to a backend once, whatever is fitted to it; searches of columns load their own rows.
 */
final class LoadedOnceTest {

  /** Tells the shapes that were loaded. */
  private static final class Counting extends ForwardingBackend {

    final List<String> loaded = new ArrayList<>();
    private int open;

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      loaded.add(x.rows() + "×" + x.cols());
      open++;
      return super.load(x, first, stop);
    }

    @Override
    protected void closed(ResidentRows rows) {
      open--;
    }
  }

  /** The fit and its proof also share the exact form of wide data; the fit has a spectral one. */
  @ParameterizedTest
  @CsvSource({"30, 200, 3", "60, 40, 2", "60, 20, 1"})
  void aFitWithItsProof(int rows, int cols, int matrices) {
    SyntheticProblem p = SyntheticProblem.dense(rows, cols, 3, .2, 1);
    LassoOptions options = LassoOptions.of(3, Method.LASSO);
    try (Counting backend = new Counting()) {
      try (LoadedData data = new LoadedData(backend, p.x())) {
        LassoResult fit = new LatentFeatureLasso(backend, options).fit(data, FitListener.SILENT);
        new Certifier(backend, options).certify(data, fit.z(), fit.mu(), FitListener.SILENT);
      }
      assertEquals(rows + "×" + cols, backend.loaded.get(0));
      assertEquals(matrices, backend.loaded.size(), backend.loaded::toString);
      assertEquals(0, backend.open);
    }
  }

  /** Bit for bit what each seed gives alone. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({"24, 120, 3", "50, 30, 2", "50, 12, 1"})
  void tenSeeds(int rows, int cols, int matrices) {
    SyntheticProblem p = SyntheticProblem.dense(rows, cols, 3, .2, 2);
    try (Counting backend = new Counting();
        Counting alone = new Counting();
        LoadedData data = new LoadedData(backend, p.x())) {
      for (int seed = 0; seed < 10; seed++) {
        LassoOptions options = LassoOptions.of(3, Method.LASSO).withSeed(seed);
        LassoResult shared = new LatentFeatureLasso(backend, options).fit(data, FitListener.SILENT);
        LassoResult own = new LatentFeatureLasso(alone, options).fit(p.x(), FitListener.SILENT);
        assertEquals(own.z(), shared.z());
        assertEquals(own.rmse(), shared.rmse(), 0);
      }
      assertEquals(matrices, backend.loaded.size(), backend.loaded::toString);
      assertEquals(10 * matrices, alone.loaded.size());
    }
  }

  @Test
  void modelsOfTwoKinds() {
    SyntheticProblem p = SyntheticProblem.dense(50, 12, 3, .2, 2);
    try (Counting backend = new Counting();
        LoadedData data = new LoadedData(backend, p.x())) {
      new LatentFeatureLasso(backend, LassoOptions.of(3, Method.LASSO))
          .fit(data, FitListener.SILENT);
      new MarkovLatentFeatures(backend, MarkovOptions.of(3)).fit(data, FitListener.SILENT);
      assertEquals(1, backend.loaded.size());
    }
  }

  @Test
  void aDenoise() {
    int side = 40;
    float[] values = new float[side * side];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (i % side * 4 + 10 * CounterRandom.normal(1, i, 0));
    }
    Picture noisy = Picture.grey(Plane.wrap(side, side, values), Depth.FLOAT);
    try (Counting backend = new Counting()) {
      DenoiseOptions options = DenoiseOptions.of(4);
      new Denoiser(backend, options).denoise(noisy, 10.0, FitListener.SILENT);
      assertEquals(1, backend.loaded.size(), backend.loaded::toString);
      assertTrue(backend.loaded.get(0).startsWith(33 * 33 + "×"), backend.loaded::toString);
      assertEquals(0, backend.open);
    }
  }
}
