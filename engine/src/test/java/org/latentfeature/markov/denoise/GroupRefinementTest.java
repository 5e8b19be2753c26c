package org.latentfeature.markov.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.io.image.Plane;

class GroupRefinementTest {

  @Test
  void theNumberOfThreadsDoesNotShow() {
    Plane clean = Textures.draw(75, 61);
    Plane noisy = Textures.noisy(clean, 20, 1);
    Plane pilot = Textures.noisy(clean, 5, 2);
    float[] one =
        new GroupRefinement(1, WorkListener.SILENT)
            .refine(noisy, pilot, 20, 0, StopSignal.NEVER)
            .values();
    assertArrayEquals(
        one,
        new GroupRefinement(3, WorkListener.SILENT)
            .refine(noisy, pilot, 20, 0, StopSignal.NEVER)
            .values());
    assertArrayEquals(
        one,
        new GroupRefinement(16, WorkListener.SILENT)
            .refine(noisy, pilot, 20, 0, StopSignal.NEVER)
            .values());
  }

  @Test
  void aGoodPilotMakesAGoodPicture() {
    Plane clean = Textures.draw(64, 64);
    Plane noisy = Textures.noisy(clean, 20, 3);
    Plane refined =
        new GroupRefinement(1, WorkListener.SILENT).refine(noisy, clean, 20, 0, StopSignal.NEVER);
    double error = Textures.error(clean, refined);
    assertTrue(error < 6, "error " + error + " with the true covariances");
  }

  @Test
  void evenGroundStaysEven() {
    Plane clean = new Plane(40, 40);
    Plane noisy = Textures.noisy(clean, 20, 4);
    Plane refined =
        new GroupRefinement(1, WorkListener.SILENT).refine(noisy, clean, 20, 0, StopSignal.NEVER);
    // A share of the noise goes through in all directions, and no more.
    double error = Textures.error(clean, refined);
    assertTrue(error < 0.1 * 20, "error " + error);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 5", "6, 6", "6, 7", "7, 6", "8, 8", "6, 70", "31, 9"})
  void everyPixelIsCovered(int rows, int cols) {
    Plane clean = Textures.draw(rows, cols);
    Plane noisy = Textures.noisy(clean, 10, 5);
    Plane pilot = Textures.noisy(clean, 3, 6);
    Plane refined =
        new GroupRefinement(2, WorkListener.SILENT).refine(noisy, pilot, 10, 0, StopSignal.NEVER);
    assertTrue(refined.isSizeOf(clean));
    assertTrue(Textures.error(clean, refined) < 10, "error " + Textures.error(clean, refined));
  }

  @Test
  void aNoisyPixelMayCountItself() {
    Plane noisy = Textures.noisy(Textures.draw(16, 16), 10, 7);
    Plane pilot = Textures.draw(16, 16);
    GroupRefinement refinement = new GroupRefinement(1, WorkListener.SILENT);
    Plane none = refinement.refine(noisy, pilot, 10, 0, StopSignal.NEVER);
    Plane much = refinement.refine(noisy, pilot, 10, 1e6, StopSignal.NEVER);
    assertTrue(Textures.error(noisy, none) > 1);
    assertEquals(0, Textures.error(noisy, much), 0.1);
  }
}
