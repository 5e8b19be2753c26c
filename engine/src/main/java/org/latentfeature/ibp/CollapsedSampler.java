package org.latentfeature.ibp;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;

/**
 * Collapsed Gibbs sampling: row after row on the host, with A integrated out ({@link
 * CollapsedSweep}). Chains run side by side.
 */
public final class CollapsedSampler extends Sampler {

  private final SumProducts products;

  /**
   * A sampler of {@code x} (N×D', no entry missing).
   *
   * @param rowGram X Xᵀ, which is rounded in place and kept; null to go block by block
   * @param algebra for products of blocks
   */
  public CollapsedSampler(Matrix x, @Nullable Dense rowGram, Algebra algebra) {
    products = rowGram == null ? new BlockProducts(x, algebra) : new GramProducts(rowGram);
  }

  /** Returns whether X Xᵀ of so many rows is affordable. */
  public static boolean hasGram(int rows) {
    return rows <= GramProducts.MOST_ROWS;
  }

  /** ‖X‖². */
  double squaredNorm() {
    return products.squaredNorm();
  }

  /** N. */
  int rows() {
    return products.rows();
  }

  /** For one more chain. */
  SumProducts another() {
    return products.another();
  }

  @Override
  GibbsChain chain(Chains.Plan plan, int dimensions, long seed, ChainState start) {
    return new GibbsChain(another(), plan.priors(), dimensions, plan.most(), seed, start);
  }

  @Override
  int atOnce(int threads) {
    return threads;
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
