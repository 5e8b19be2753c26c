package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.ResidentRows;

/**
 * Uncollapsed Gibbs sampling: A is drawn, then the bits of all rows at once on the backend ({@link
 * UncollapsedChain}). Chains share the resident rows, so they run in turn, on the thread that owns
 * the rows.
 */
public final class UncollapsedSampler extends Sampler {

  private final ResidentRows rows;
  private final ColumnGroups groups;
  private final Factorisation steps;

  /**
   * A sampler of rows on a backend.
   *
   * @param rows X (N×D) on a device; entries may be missing
   * @param x the same on the host; read once
   * @param most features at once
   */
  public UncollapsedSampler(ResidentRows rows, Matrix x, int most) {
    this.rows = rows;
    groups = ColumnGroups.of(x);
    steps = rows.open(new Factorisation.Limits(most), StopSignal.NEVER);
  }

  /**
   * Returns the limits of the steps that chains open on the rows.
   *
   * @param most features at once
   */
  public static List<Limits<?>> limits(int chains, int most) {
    List<Limits<?>> all = new ArrayList<>(List.of(new Factorisation.Limits(most)));
    for (int c = 0; c < chains; c++) {
      all.add(new Incidence.Limits(most));
    }
    return all;
  }

  @Override
  UncollapsedChain chain(Chains.Plan plan, int dimensions, long seed, ChainState start) {
    Incidence z = rows.open(new Incidence.Limits(plan.most()), StopSignal.NEVER);
    return new UncollapsedChain(
        new UncollapsedChain.Rows(rows, groups, steps, z), plan, seed, start);
  }

  @Override
  int atOnce(int threads) {
    return 1;
  }

  @Override
  public void close() {
    steps.close();
  }
}
