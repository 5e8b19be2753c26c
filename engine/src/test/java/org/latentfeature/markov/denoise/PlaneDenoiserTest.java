package org.latentfeature.markov.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.io.image.OpponentColours;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.markov.MarkovCoder;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.step.coding.Paths;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlaneDenoiserTest {

  private static final double SIGMA = 20;

  private Backend backend;

  @BeforeAll
  void open() {
    backend = Backends.open("java", 1).backend();
  }

  @AfterAll
  void close() {
    backend.close();
  }

  private static DenoiseOptions options(Refinement refinement) {
    DenoiseOptions few = DenoiseOptions.of(64);
    MarkovOptions model =
        few.model().withInference(new Inference.Stochastic(100, 500, Update.RUNNING, 10, .75));
    return new DenoiseOptions(
        8, PatchMean.REMOVED, DenoiseOptions.CODING_FACTOR, 0, refinement, model);
  }

  private Plane denoise(Plane noisy, DenoiseOptions options) {
    PlaneDenoiser denoiser = new PlaneDenoiser(backend, options);
    return denoiser.apply(noisy, denoiser.learn(noisy, SIGMA, FitListener.SILENT).parameters());
  }

  @Test
  void groupsGainOnWhatTheModelGives() {
    Plane clean = Textures.draw(96, 96);
    Plane noisy = Textures.noisy(clean, SIGMA, 1);
    DenoiseOptions options = options(Refinement.NONE);
    PlaneDenoiser plain = new PlaneDenoiser(backend, options);
    MarkovParameters model = plain.learn(noisy, SIGMA, FitListener.SILENT).parameters();
    Plane coded = plain.apply(noisy, model);
    Plane refined =
        new PlaneDenoiser(backend, options.withRefinement(Refinement.GROUPS)).apply(noisy, model);
    double before = Textures.error(clean, coded);
    double after = Textures.error(clean, refined);
    assertTrue(before < 0.5 * SIGMA, "error of the model's picture " + before);
    assertTrue(after < 0.9 * before, "error " + before + ", refined " + after);
    // The even quarter, away from its edges.
    double even = Textures.error(clean, refined, 60, 60);
    assertTrue(even < 0.15 * SIGMA, "error on even ground " + even);
  }

  /** Time that is over when refining begins was all there is: no part of the grace goes to it. */
  @Test
  void whatIsNotRefinedIsWhatTheModelGives() {
    Plane noisy = Textures.noisy(Textures.draw(48, 40), SIGMA, 2);
    PlaneDenoiser plain = new PlaneDenoiser(backend, options(Refinement.NONE));
    MarkovParameters model = plain.learn(noisy, SIGMA, FitListener.SILENT).parameters();
    Plane stopped =
        new PlaneDenoiser(backend, options(Refinement.GROUPS))
            .apply(noisy, model, StopSignal.NEVER, () -> true, WorkListener.SILENT)
            .plane();
    float[] coded = plain.apply(noisy, model).values();
    assertArrayEquals(coded, stopped.values(), 1e-4f);
  }

  /** What the coder says of the same patches. */
  @Test
  void featuresOfAPatchAreCounted() {
    Plane noisy = Textures.noisy(Textures.draw(48, 40), SIGMA, 2);
    DenoiseOptions options = options(Refinement.NONE);
    PlaneDenoiser denoiser = new PlaneDenoiser(backend, options);
    MarkovParameters model = denoiser.learn(noisy, SIGMA, FitListener.SILENT).parameters();
    Matrix patches = TrainingPatches.of(noisy, options.patch(), options.mean(), 0);
    Paths paths = new MarkovCoder(backend, model).code(patches, (i, code) -> {});
    double features = 0;
    for (int i = 0; i < paths.count(); i++) {
      features += paths.length(i);
    }
    DenoisedPlane denoised =
        denoiser.apply(noisy, model, StopSignal.NEVER, StopSignal.NEVER, WorkListener.SILENT);
    assertEquals(features / patches.rows(), denoised.patchFeatures(), 1e-12);
    assertTrue(denoised.patchFeatures() > .1, denoised.toString());
    DenoisedPlane stopped =
        denoiser.apply(noisy, model, () -> true, StopSignal.NEVER, WorkListener.SILENT);
    assertTrue(Double.isNaN(stopped.patchFeatures()), stopped.toString());
  }

  @Tag("whole")
  @Test
  void sameSeedSameBits() {
    Plane noisy = Textures.noisy(Textures.draw(48, 40), SIGMA, 2);
    Plane first = denoise(noisy, options(Refinement.GROUPS));
    Plane second = denoise(noisy, options(Refinement.GROUPS));
    assertArrayEquals(first.values(), second.values());
  }

  @Tag("whole")
  @Test
  void colours() {
    Plane bright = Textures.draw(64, 64);
    Plane other = Textures.draw(48, 64);
    List<Plane> clean = List.of(bright, bright.copy(), bright.copy());
    System.arraycopy(other.values(), 0, clean.get(2).values(), 0, other.values().length);
    List<Plane> noisy = new ArrayList<>();
    for (int c = 0; c < 3; c++) {
      noisy.add(Textures.noisy(clean.get(c), SIGMA, 10 + c));
    }
    List<Plane> planes = new ArrayList<>();
    List<Plane> refined = new ArrayList<>();
    for (Plane plane : OpponentColours.of(noisy)) {
      PlaneDenoiser plain = new PlaneDenoiser(backend, options(Refinement.NONE));
      MarkovParameters model = plain.learn(plane, SIGMA, FitListener.SILENT).parameters();
      planes.add(plain.apply(plane, model));
      refined.add(new PlaneDenoiser(backend, options(Refinement.GROUPS)).apply(plane, model));
    }
    planes = OpponentColours.toRgb(planes);
    refined = OpponentColours.toRgb(refined);
    double before = 0;
    double after = 0;
    for (int c = 0; c < 3; c++) {
      before += Textures.error(clean.get(c), planes.get(c));
      after += Textures.error(clean.get(c), refined.get(c));
    }
    assertTrue(after < before, "error " + before / 3 + ", refined " + after / 3);
  }
}
