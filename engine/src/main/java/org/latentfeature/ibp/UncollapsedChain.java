package org.latentfeature.ibp;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.coding.BitDraws;

/**
 * A chain of uncollapsed Gibbs sampling: A and the prevalences π are drawn given Z, then the bits
 * of all rows at once given them. σx, σa and α are drawn with A integrated out. A and π are
 * forgotten after each sweep.
 *
 * <p>In the infinite model a feature that loses its last row is gone and cannot come back by its
 * bits, so a plain draw would not keep the posterior. Therefore some rows, chosen at random in each
 * sweep, keep their bits; features that none of them has keep all theirs, and the others cannot
 * die. Features of single rows are born and die in {@link OwnFeatures}.
 */
final class UncollapsedChain implements Chain {

  /** Share of the rows that keep their bits in a sweep of the infinite model; more of few rows. */
  private static final double SPARED = 0.1;

  private static final double MOST_SPARED = 0.5;
  private static final double ENOUGH_ROWS = 30;

  private final Rows rows;
  private final int most;
  private final long seed;
  private final Hyperparameters hyper;
  private DictionaryStatistics statistics;
  private Evidence evidence;
  private int sweeps;
  private boolean full;

  /** The features, if they are known to the host. */
  private @Nullable BinaryMatrix codes;

  /**
   * The rows of a chain.
   *
   * @param x N×D
   * @param groups of its columns
   * @param steps shared by chains
   * @param z of this chain
   */
  record Rows(ResidentRows x, ColumnGroups groups, Factorisation steps, Incidence z) {}

  /** A chain that begins with {@code start}; it closes the incidence matrix of {@code rows}. */
  UncollapsedChain(Rows rows, Chains.Plan plan, long seed, ChainState start) {
    this.rows = rows;
    this.seed = seed;
    most = plan.most();
    hyper = new Hyperparameters(plan.priors(), start);
    sweeps = start.sweep();
    codes = start.z();
    rows.z().replace(start.z());
    statistics = rows.groups().statistics(rows.steps(), rows.z());
    evidence = statistics.evidence();
  }

  @Override
  public void sweep(StopSignal stop) {
    stop.check();
    long own = CounterRandom.stream(seed, sweeps);
    boolean infinite = hyper.prior().isInfinite();
    Scales scales = hyper.scales();
    Dense a = statistics.draw(scales, CounterRandom.stream(own, 0));
    BitDraws draws =
        new BitDraws(
            logOdds(own),
            scales.noise() * scales.noise(),
            infinite ? spared() : 0,
            CounterRandom.stream(own, 1));
    if (infinite) {
      draws = guarded(draws);
    }
    codes = null;
    if (statistics.features() > 0) {
      rows.steps().draw(rows.z(), a, draws);
    }
    if (infinite) {
      OwnFeatures features =
          new OwnFeatures(rows.x(), rows.groups(), rows.z(), scales, hyper.prior().mass(), most);
      codes = features.draw(a, CounterRandom.stream(own, 2));
      full |= features.isFull();
    }
    statistics = rows.groups().statistics(rows.steps(), rows.z());
    evidence = statistics.evidence();
    hyper.draw(evidence, rows.x().rows(), statistics.features(), 1, own);
    sweeps++;
  }

  private double spared() {
    return Math.max(SPARED, Math.min(MOST_SPARED, ENOUGH_ROWS / rows.x().rows()));
  }

  /** log(π_k/(1−π_k)) for π_k ~ Beta(m_k + c, 1 + N − m_k), c the prior's own count. */
  private double[] logOdds(long own) {
    RandomStream random = new RandomStream(own, "indian-buffet.prevalences");
    double[] logOdds = new double[statistics.features()];
    for (int k = 0; k < logOdds.length; k++) {
      int m = statistics.count(k);
      double on = GammaVariate.next(m + hyper.prior().pseudoCount(), 1, random);
      double off = GammaVariate.next(1.0 + rows.x().rows() - m, 1, random);
      logOdds[k] = Math.log(on) - Math.log(off);
    }
    return logOdds;
  }

  /** Returns {@code draws} with the bits fixed of all features that no spared row has. */
  private BitDraws guarded(BitDraws draws) {
    BinaryMatrix z = codes();
    double[] logOdds = draws.logOdds();
    boolean[] guarded = new boolean[logOdds.length];
    for (int i = 0; i < z.rows(); i++) {
      if (draws.spares(i)) {
        for (int k = 0; k < guarded.length; k++) {
          guarded[k] |= z.get(i, k);
        }
      }
    }
    for (int k = 0; k < guarded.length; k++) {
      logOdds[k] = guarded[k] ? logOdds[k] : Double.NaN;
    }
    return new BitDraws(logOdds, draws.variance(), draws.spared(), draws.seed());
  }

  @Override
  public ChainState state() {
    return new ChainState(sweeps, codes(), hyper.scales(), hyper.prior());
  }

  private BinaryMatrix codes() {
    BinaryMatrix known = codes;
    if (known == null) {
      known = rows.z().toMatrix();
      codes = known;
    }
    return known;
  }

  @Override
  public int sweeps() {
    return sweeps;
  }

  @Override
  public int features() {
    return statistics.features();
  }

  @Override
  public Scales scales() {
    return hyper.scales();
  }

  @Override
  public double mass() {
    return hyper.prior().mass();
  }

  @Override
  public double logJoint() {
    return evidence.log(hyper.scales()) + hyper.prior().log(statistics.gram(), rows.x().rows());
  }

  @Override
  public double squaredError() {
    return evidence.squaredError(hyper.scales());
  }

  @Override
  public boolean isFull() {
    return full;
  }

  @Override
  public void close() {
    rows.z().close();
  }
}
