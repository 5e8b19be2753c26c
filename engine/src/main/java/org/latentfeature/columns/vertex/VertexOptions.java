package org.latentfeature.columns.vertex;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionException;

/**
 * Options of a fit by vertices.
 *
 * @param k number of features, K
 * @param rowSets maximum disjoint sets of rows that determine vertices
 * @param independent whether vertices that depend linearly on nearer ones are skipped
 * @param affine whether the columns of W sum to 1
 * @param refine whether codes and dictionary alternate, starting from the vertices
 * @param seed unused: the result depends on no random number
 * @param timeLimit time after which the fit stops with the best result so far; null for no limit
 */
public record VertexOptions(
    int k,
    int rowSets,
    boolean independent,
    boolean affine,
    boolean refine,
    long seed,
    @Nullable Duration timeLimit)
    implements FitOptions {

  /** Checks the ranges. */
  public VertexOptions {
    FitOptions.requireFeatures(k);
    if (rowSets < 1) {
      throw new OptionException("row-sets", "is " + rowSets + "; a fit needs at least 1");
    }
    if (affine && k == 1) {
      throw new OptionException(
          "K", "is 1, but affine needs at least 2 features: each column of W sums to 1");
    }
  }

  /** The defaults for K features. */
  public static VertexOptions of(int k) {
    return new VertexOptions(k, 10, true, false, true, 0, null);
  }

  /** These options with another maximum number of sets of rows. */
  public VertexOptions withRowSets(int value) {
    return new VertexOptions(k, value, independent, affine, refine, seed, timeLimit);
  }

  /** Returns these options with vertices that depend on nearer ones skipped, or taken. */
  public VertexOptions withIndependent(boolean value) {
    return new VertexOptions(k, rowSets, value, affine, refine, seed, timeLimit);
  }

  /** Returns these options with an affine dictionary, or a free one. */
  public VertexOptions withAffine(boolean value) {
    return new VertexOptions(k, rowSets, independent, value, refine, seed, timeLimit);
  }

  /** Returns these options with or without refinement. */
  public VertexOptions withRefine(boolean value) {
    return new VertexOptions(k, rowSets, independent, affine, value, seed, timeLimit);
  }

  @Override
  public VertexOptions withSeed(long value) {
    return new VertexOptions(k, rowSets, independent, affine, refine, value, timeLimit);
  }

  @Override
  public VertexOptions withTimeLimit(@Nullable Duration value) {
    return new VertexOptions(k, rowSets, independent, affine, refine, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return VertexEstimator.OPTIONS.words(this);
  }

  @Override
  public String toString() {
    return line(of(k));
  }
}
