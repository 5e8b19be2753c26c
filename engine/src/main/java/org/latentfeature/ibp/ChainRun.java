package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;

/** One of several chains: its samples, its likeliest Z and, after burn-in, its moments. */
final class ChainRun {

  private final Chains.Data data;
  private final Chain chain;
  private final List<Sample> trace = new ArrayList<>();
  private BinaryMatrix best;
  private double bestLog = Double.NEGATIVE_INFINITY;
  private @Nullable FeatureMoments moments;
  private int every;

  /**
   * A run of a chain that has not begun.
   *
   * @param chain in the units of {@code data.x()}; closed with this
   */
  ChainRun(Chains.Data data, Chain chain) {
    this.data = data;
    this.chain = chain;
    best = chain.state().z();
    offer(chain.logJoint());
  }

  /**
   * Restores the state of the run before it stopped.
   *
   * @param samples of all its sweeps
   * @param likeliest of its samples, or any if another chain has a likelier one
   * @param log p of its likeliest sample
   */
  void resume(List<Sample> samples, BinaryMatrix likeliest, double log) {
    trace.addAll(samples);
    best = likeliest;
    bestLog = log;
  }

  private void offer(double log) {
    if (log > bestLog) {
      bestLog = log;
      best = chain.state().z();
    }
  }

  /**
   * Runs to sweep {@code last}.
   *
   * @param stop ends it within a sweep, which is lost
   * @param pause ends it between two sweeps
   */
  void until(int last, StopSignal stop, BooleanSupplier pause) {
    try {
      while (chain.sweeps() < last) {
        chain.sweep(stop);
        double log = chain.logJoint();
        trace.add(sample(log));
        offer(log);
        FeatureMoments into = moments;
        if (into != null) {
          add(into);
        }
        if (pause.getAsBoolean()) {
          return;
        }
      }
    } catch (StoppedException e) {
      // The sweep is lost; what was before it is the result.
    }
  }

  private void add(FeatureMoments into) {
    int[] partner = into.add(chain.state().z());
    if (chain.sweeps() % every == 0) {
      ChainState now = inUnits();
      into.add(now.z(), partner, now.scales(), data.original());
    }
  }

  /**
   * From now on its samples count.
   *
   * @param into sums over them
   * @param sweeps from one dictionary to the next
   */
  void collect(FeatureMoments into, int sweeps) {
    moments = into;
    every = sweeps;
  }

  /** Null in burn-in. */
  @Nullable FeatureMoments moments() {
    return moments;
  }

  /** Its last sample, or the start. */
  Sample last() {
    return trace.isEmpty() ? sample(chain.logJoint()) : trace.get(trace.size() - 1);
  }

  private Sample sample(double log) {
    double unit = 1 / data.scale();
    Scales scales = chain.scales().times(unit);
    return new Sample(
        chain.features(),
        scales.noise(),
        scales.features(),
        chain.mass(),
        log - data.entries() * Math.log(unit),
        chain.squaredError() * unit * unit);
  }

  /** Samples so far. */
  List<Sample> trace() {
    return List.copyOf(trace);
  }

  /** Sweeps so far. */
  int sweep() {
    return chain.sweeps();
  }

  /** Where it is, in the units of the original data. */
  ChainState inUnits() {
    return chain.state().times(1 / data.scale());
  }

  /** Its likeliest Z. */
  BinaryMatrix best() {
    return best;
  }

  /** log p of that, in the chain's units. */
  double bestLog() {
    return bestLog;
  }

  /** Returns whether a feature was not born because K had reached its limit. */
  boolean isFull() {
    return chain.isFull();
  }

  void close() {
    chain.close();
  }
}
