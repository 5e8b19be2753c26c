package org.latentfeature.evidence.rivals;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.io.image.Plane;
import org.latentfeature.io.image.Psnr;
import org.latentfeature.markov.denoise.DenoisedPlane;

class KSvdTest {

  private static final int PATCH = 4;
  private static final int FREQUENCIES = 3;
  private static final int ENTRIES = PATCH * PATCH;
  private static final double SIGMA = .2;
  private static final KSvd SETTINGS = new KSvd(PATCH, FREQUENCIES, 15, 1.15, 1 << 16, 0);

  /** Eight random directions. */
  private static Dense atoms() {
    RandomStream random = new RandomStream(3, "atoms");
    Dense atoms = new Dense(8, ENTRIES);
    for (int i = 0; i < atoms.values().length; i++) {
      atoms.values()[i] = random.nextGaussian();
    }
    return atoms;
  }

  /** Rows of two of them each, and noise of σ. */
  private static Dense planted() {
    Dense atoms = atoms();
    RandomStream random = new RandomStream(3, "planted");
    Dense x = new Dense(1500, ENTRIES);
    for (int i = 0; i < x.rows(); i++) {
      for (int a = 0; a < 2; a++) {
        int from = random.nextInt(8) * ENTRIES;
        Dense.addScaled(
            x.values(), i * ENTRIES, atoms.values(), from, ENTRIES, random.nextGaussian());
      }
      for (int d = 0; d < ENTRIES; d++) {
        x.set(i, d, x.get(i, d) + SIGMA * random.nextGaussian());
      }
    }
    return x;
  }

  private static double target() {
    return ENTRIES * 1.15 * 1.15 * SIGMA * SIGMA;
  }

  private static SparseCodes codes(Dense x, Dense dictionary) {
    return SparseCodes.of(x, dictionary, ENTRIES, target(), 1, StopSignal.NEVER);
  }

  /** The experiment of Aharon, Elad &amp; Bruckstein: two atoms a row, from any dictionary. */
  @Test
  void plantedAtomsAreRecovered() {
    Dense x = planted();
    Dense dictionary = CosineDictionary.of(PATCH, FREQUENCIES);
    for (int j = 0; j < 50; j++) {
      SparseCodes codes = SparseCodes.of(x, dictionary, 2, 0, 1, StopSignal.NEVER);
      DictionaryUpdate.run(x, dictionary, codes);
    }
    Dense atoms = atoms();
    int recovered = 0;
    for (int k = 0; k < atoms.rows(); k++) {
      double nearest = 0;
      for (int j = 0; j < dictionary.rows(); j++) {
        nearest = Math.max(nearest, Math.abs(atoms.rowDot(k, dictionary, j)) / atoms.rowNorm(k));
      }
      recovered += nearest > .99 ? 1 : 0;
    }
    assertTrue(recovered >= 7, recovered + " of 8");
  }

  @Test
  void aLearnedDictionaryNeedsFewerAtoms() {
    Dense x = planted();
    Dense learned = SETTINGS.learn(x, SIGMA, 2, StopSignal.NEVER, WorkListener.SILENT);
    long before = codes(x, CosineDictionary.of(PATCH, FREQUENCIES)).atoms();
    long after = codes(x, learned).atoms();
    assertTrue(after < .6 * before, before + " then " + after);
    for (int k = 0; k < learned.rows(); k++) {
      assertEquals(1, learned.rowNorm(k), 1e-9);
    }
  }

  /** Where every atom has its use, an update can only lower the error. */
  @Test
  void anUpdateLowersTheError() {
    Dense x = planted();
    Dense dictionary = CosineDictionary.of(PATCH, FREQUENCIES);
    SparseCodes codes = codes(x, dictionary);
    double before = codes.residual(x, dictionary).squaredNorm();
    DictionaryUpdate.run(x, dictionary, codes);
    double after = codes.residual(x, dictionary).squaredNorm();
    assertTrue(after < before, after + " after " + before);
  }

  private static Plane stripes() {
    Plane plane = new Plane(40, 50);
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 50; j++) {
        plane.set(i, j, (float) (128 + 70 * Math.sin(.7 * (i < 20 ? j : i + j))));
      }
    }
    return plane;
  }

  private static DenoisedPlane denoised(Plane noisy, int threads) {
    return KSvd.of(1).with(9, 5).denoise(noisy, 20, threads, StopSignal.NEVER, WorkListener.SILENT);
  }

  @Test
  void noiseIsRemovedAlikeByAnyNumberOfThreads() {
    Plane clean = stripes();
    Plane noisy = clean.copy();
    noisy.addNoise(20, new RandomStream(1, "noise"));
    DenoisedPlane one = denoised(noisy, 1);
    double gain = Psnr.of(clean, one.plane()) - Psnr.of(clean, noisy);
    assertTrue(gain > 6, gain + " dB");
    assertTrue(one.patchFeatures() > .5 && one.patchFeatures() < 3, "" + one.patchFeatures());
    DenoisedPlane three = denoised(noisy, 3);
    assertArrayEquals(one.plane().values(), three.plane().values());
    assertEquals(one.patchFeatures(), three.patchFeatures());
  }

  @Test
  void itCanBeStopped() {
    assertThrows(
        StoppedException.class,
        () -> KSvd.of(1).denoise(stripes(), 20, 2, () -> true, WorkListener.SILENT));
  }
}
