package org.latentfeature.markov.denoise;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.io.image.PatchAverage;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;

/**
 * A second stage after a denoised image, the pilot: similar patches of the pilot form a group, and
 * the same patches of the noisy image are filtered by the covariance of their group in the pilot
 * ({@link WienerFilter}). It is not part of the Markov model, which is independent of positions;
 * Lebrun, Buades &amp; Morel (2013, "A nonlocal Bayesian image denoising algorithm") have it as
 * their second step.
 */
final class GroupRefinement {

  /**
   * Side of a patch: smaller than those a model is learned from, or their groups are less alike.
   */
  private static final int PATCH = 6;

  /**
   * Pixels from one reference patch to the next, down and across, in each round, whose pilot is the
   * result before it. Different grids move the edges of patches: better than 4 and 4.
   */
  private static final int[] STEPS = {5, 4};

  /** Patches of a group. */
  private static final int MEMBERS = 32;

  /** Search distance from the reference for its group. */
  private static final int REACH = 16;

  /** Times that a group varies more than its pilot does. */
  private static final double INFLATION = 1.5;

  /** Variance, as a share of the noise's, that a pilot has lost in all directions. */
  private static final double FLOOR = 0.04;

  /** A group whose filter lets hardly any noise through counts at most 1 / LEAST_SHARE. */
  private static final double LEAST_SHARE = 0.02;

  /** Rows of reference patches that one thread does before it takes the next. */
  private static final int BAND = 8;

  private final int threads;
  private final WorkListener listener;

  /**
   * A refinement.
   *
   * @param threads to use; the result does not depend on their number
   * @param listener receives the number of finished bands of patches
   */
  GroupRefinement(int threads, WorkListener listener) {
    this.threads = threads;
    this.listener = listener;
  }

  /**
   * Denoises {@code noisy} again, with the help of {@code pilot}.
   *
   * @param sigma standard deviation of the noise
   * @param pixelWeight weight of the noisy pixel itself, beside the patches over it
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  Plane refine(Plane noisy, Plane pilot, double sigma, double pixelWeight, StopSignal stop) {
    int size = Math.min(PATCH, Math.min(noisy.rows(), noisy.cols()));
    Patches seen = new Patches(noisy, size, PatchMean.KEPT);
    Plane best = pilot;
    int last = STEPS.length - 1;
    for (int round = 0; round < last; round++) {
      best = filter(seen, best, sigma, STEPS[round], stop).average();
    }
    return filter(seen, best, sigma, STEPS[last], stop).blend(pixelWeight);
  }

  private PatchAverage filter(Patches seen, Plane pilot, double sigma, int step, StopSignal stop) {
    Patches known = new Patches(pilot, seen.size(), PatchMean.KEPT);
    int rows = references(seen.down(), step);
    PatchAverage[] bands = new PatchAverage[(rows + BAND - 1) / BAND];
    Band[] scratch = new Band[Math.min(threads, bands.length)];
    Arrays.setAll(scratch, worker -> new Band(seen, known, sigma * sigma, step));
    AtomicInteger done = new AtomicInteger();
    String work = "refining: bands of patches, one every " + step + " pixels";
    Workers.share(
        scratch.length,
        bands.length,
        stop,
        (worker, b) -> {
          bands[b] = scratch[worker].average(b * BAND, Math.min(rows, (b + 1) * BAND));
          listener.onWork(work, done.incrementAndGet(), bands.length);
        });
    PatchAverage average = new PatchAverage(seen);
    for (PatchAverage band : bands) {
      average.add(band);
    }
    return average;
  }

  /** How many reference patches cover {@code places}, the last place always one of them. */
  private static int references(int places, int step) {
    return (places - 1 + step - 1) / step + 1;
  }

  private static int place(int reference, int places, int step) {
    return Math.min(reference * step, places - 1);
  }

  /** One thread's scratch memory and what it does with it. */
  private static final class Band {
    private final Patches seen;
    private final Patches known;
    private final double variance;
    private final int step;
    private final SimilarPatches group;
    private final WienerFilter filter;
    private final float[] patch;
    private final float[] pilotPatch;

    Band(Patches seen, Patches known, double variance, int step) {
      this.seen = seen;
      this.known = known;
      this.variance = variance;
      this.step = step;
      group = new SimilarPatches(known, MEMBERS, REACH);
      filter = new WienerFilter(seen.entries(), MEMBERS, INFLATION, FLOOR);
      patch = new float[seen.entries()];
      pilotPatch = new float[seen.entries()];
    }

    /** Groups of the references in rows {@code from} (with) to {@code to} (without). */
    PatchAverage average(int from, int to) {
      int top = place(from, seen.down(), step) - REACH;
      int end = place(to - 1, seen.down(), step) + REACH + 1;
      PatchAverage average = new PatchAverage(seen, Math.max(0, top), Math.min(seen.down(), end));
      int across = references(seen.across(), step);
      for (int i = from; i < to; i++) {
        for (int j = 0; j < across; j++) {
          group.find(place(i, seen.down(), step), place(j, seen.across(), step));
          addGroup(average);
        }
      }
      return average;
    }

    private void addGroup(PatchAverage average) {
      for (int n = 0; n < group.count(); n++) {
        known.copy(group.number(n), pilotPatch);
        seen.copy(group.number(n), patch);
        filter.set(n, pilotPatch, patch);
      }
      double share = filter.filter(group.count(), variance);
      float weight = (float) (1 / (share + LEAST_SHARE));
      for (int n = 0; n < group.count(); n++) {
        filter.get(n, patch);
        average.add(group.number(n), patch, 0, weight);
      }
    }
  }
}
