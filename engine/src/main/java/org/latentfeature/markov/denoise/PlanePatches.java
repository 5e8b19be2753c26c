package org.latentfeature.markov.denoise;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.MarkovCoder;
import org.latentfeature.step.PathCoder;

/**
 * The patches of a plane on a backend. If a model is learned from all of them, they are loaded
 * once, for learning and coding; those of a larger plane are coded in bands.
 */
final class PlanePatches implements AutoCloseable {

  /** Patches coded at once. */
  private static final int BAND = 1 << 15;

  private final Backend backend;
  private final Patches patches;
  private @Nullable LoadedData all;

  PlanePatches(Backend backend, Plane plane, DenoiseOptions options) {
    this.backend = backend;
    patches = new Patches(plane, options.patch(), options.mean());
  }

  Patches patches() {
    return patches;
  }

  /** Works on data while they are loaded. */
  @FunctionalInterface
  interface Learning<T> {
    T of(LoadedData data);
  }

  /** Runs {@code work} on what a model is learned from. */
  <T> T learning(long seed, Learning<T> work) {
    if (TrainingPatches.areAll(patches)) {
      if (all == null) {
        all = new LoadedData(backend, TrainingPatches.of(patches, seed));
      }
      return work.of(all);
    }
    try (LoadedData some = new LoadedData(backend, TrainingPatches.of(patches, seed))) {
      return work.of(some);
    }
  }

  /** Receives a band of patches. */
  @FunctionalInterface
  interface Band {
    /**
     * The clean form of {@code clean.rows()} patches from {@code first} on, their means, and the
     * number of features of all of them together.
     */
    void add(int first, Matrix clean, float[] means, long features);
  }

  /** Codes all patches, band after band. */
  void code(MarkovCoder coder, Band band) {
    int rows = Math.max(1, BAND / patches.across());
    LoadedData loaded = all;
    if (loaded == null) {
      for (int top = 0; top < patches.down(); top += rows) {
        int count = Math.min(rows, patches.down() - top) * patches.across();
        int first = top * patches.across();
        Matrix x = Matrix.allocate(count, patches.entries());
        patches.copy(first, count, x, new float[count]);
        try (LoadedData some = new LoadedData(backend, x);
            PathCoder opened = coder.open(some)) {
          clean(coder, opened, some, 0, first, count, band);
        }
      }
      return;
    }
    try (PathCoder opened = coder.open(loaded)) {
      for (int top = 0; top < patches.down(); top += rows) {
        int count = Math.min(rows, patches.down() - top) * patches.across();
        int first = top * patches.across();
        clean(coder, opened, loaded, first, first, count, band);
      }
    }
  }

  private void clean(
      MarkovCoder coder,
      PathCoder opened,
      LoadedData data,
      int row,
      int first,
      int count,
      Band band) {
    Matrix clean = Matrix.allocate(count, patches.entries());
    float[] means = new float[count];
    float[] patch = new float[patches.entries()];
    AtomicLong features = new AtomicLong();
    coder.code(
        opened,
        data,
        row,
        count,
        (i, code) -> {
          means[i - row] = patches.copy(first + i - row, patch);
          code.reconstruct(patch);
          clean.setRow(i - row, patch);
          features.addAndGet(code.size());
        });
    band.add(first, clean, means, features.get());
  }

  @Override
  public void close() {
    if (all != null) {
      all.close();
    }
  }
}
