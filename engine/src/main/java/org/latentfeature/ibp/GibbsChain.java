package org.latentfeature.ibp;

import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;

/** A chain of collapsed Gibbs sampling: A is integrated out of every step. */
final class GibbsChain implements Chain {

  private static final double QUENCHED = 1e6;

  private final SumProducts sums;
  private final int dimensions;
  private final long seed;
  private final LiveColumns z;
  private final CollapsedSweep rows;
  private final Hyperparameters hyper;
  private Evidence evidence;
  private ChainState state;

  /**
   * A chain that begins with {@code start}.
   *
   * @param sums of X, of this chain alone
   * @param dimensions D, of X as given, whatever its reduction
   * @param most features at once
   * @param seed of the chain's random numbers
   */
  GibbsChain(
      SumProducts sums, HyperPriors priors, int dimensions, int most, long seed, ChainState start) {
    this.sums = sums;
    this.dimensions = dimensions;
    this.seed = seed;
    hyper = new Hyperparameters(priors, start);
    state = start;
    z = new LiveColumns(start.z());
    sums.start(z);
    rows = new CollapsedSweep(sums, z, dimensions, most, start.scales(), start.prior());
    evidence = evidence();
  }

  private Evidence evidence() {
    return new ColumnEvidence(sums.rows(), dimensions, sums.squaredNorm(), z.gram(), sums.inner(z));
  }

  @Override
  public void sweep(StopSignal stop) {
    sweep(1, stop);
  }

  /**
   * A sweep of annealing.
   *
   * @param temper β: the likelihood is raised to it
   */
  void sweep(double temper, StopSignal stop) {
    long own = rows(temper, stop);
    hyper.draw(evidence, sums.rows(), z.features(), temper, own);
    next();
  }

  /**
   * A sweep that takes the likelier value of every bit: β is {@value #QUENCHED}. The
   * hyperparameters stay.
   */
  void quench(StopSignal stop) {
    rows(QUENCHED, stop);
    next();
  }

  private long rows(double temper, StopSignal stop) {
    long own = CounterRandom.stream(seed, state.sweep());
    rows.run(hyper.scales(), hyper.prior(), temper, own, stop);
    evidence = evidence();
    return own;
  }

  private void next() {
    state = new ChainState(state.sweep() + 1, z.toMatrix(), hyper.scales(), hyper.prior());
  }

  @Override
  public ChainState state() {
    return state;
  }

  @Override
  public int sweeps() {
    return state.sweep();
  }

  @Override
  public int features() {
    return state.z().cols();
  }

  @Override
  public Scales scales() {
    return state.scales();
  }

  @Override
  public double mass() {
    return state.prior().mass();
  }

  @Override
  public double logJoint() {
    return evidence.log(state.scales()) + state.prior().log(state.z());
  }

  @Override
  public double squaredError() {
    return evidence.squaredError(state.scales());
  }

  @Override
  public boolean isFull() {
    return rows.isFull();
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
