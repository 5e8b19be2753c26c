package org.latentfeature.ibp;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.FeatureDetails;

/**
 * The posterior of features by chains, or by variational inference without any, all in the units of
 * X.
 *
 * @param reference likeliest Z of the first half, N×K, to whose features samples are matched
 * @param inclusion P(z_nk = 1 | X), N×K
 * @param mean posterior mean of A, K×D, where the feature is present; NaN where it never was
 * @param deviation posterior standard deviation of A, K×D, likewise
 * @param presence share of samples in which each feature was present, K×1
 * @param traces samples of each chain, sweep by sweep
 * @param states of the chains after their last sweeps
 * @param dictionaries posterior mean of A given the Z of each state
 * @param burnIn sweeps that tell nothing of the posterior
 * @param full whether a feature was not born since there were as many as allowed
 * @param continuation what the chains need beside this to run on; null if they cannot
 */
public record Posterior(
    BinaryMatrix reference,
    Dense inclusion,
    Dense mean,
    Dense deviation,
    Dense presence,
    List<List<Sample>> traces,
    List<ChainState> states,
    List<Dense> dictionaries,
    int burnIn,
    boolean full,
    @Nullable Continuation continuation)
    implements FeatureDetails {

  /** Number of samples after burn-in, of all chains. */
  public int samples() {
    return traces.stream().mapToInt(trace -> Math.max(0, trace.size() - burnIn)).sum();
  }

  /** Returns whether there are chains; variational inference has none. */
  public boolean isSampled() {
    return !states.isEmpty();
  }

  /** Returns whether the chains learned how many features there are; otherwise K was given. */
  public boolean isLearned() {
    return isSampled() && states.get(0).prior().isInfinite();
  }

  /** Returns whether all chains have samples enough after burn-in to be compared. */
  public boolean isComparable() {
    return isSampled() && traces.stream().allMatch(trace -> trace.size() - burnIn >= 4);
  }

  /**
   * Computes whether the chains agree on a quantity.
   *
   * @throws IllegalArgumentException unless they are {@linkplain #isComparable comparable}
   */
  public Convergence convergence(Sample.Quantity quantity) {
    double[][] chains = new double[traces.size()][];
    int n = traces.stream().mapToInt(List::size).min().orElse(0);
    for (int c = 0; c < chains.length; c++) {
      chains[c] = traces.get(c).subList(burnIn, n).stream().mapToDouble(quantity.of()).toArray();
    }
    return Convergence.of(chains);
  }

  /** P(K | X) by K: shares of the samples after burn-in. */
  public Map<Integer, Double> counts() {
    Map<Integer, Long> counts =
        traces.stream()
            .flatMap(trace -> trace.stream().skip(burnIn))
            .collect(Collectors.groupingBy(Sample::features, Collectors.counting()));
    double total = samples();
    Map<Integer, Double> shares = new TreeMap<>();
    counts.forEach((k, count) -> shares.put(k, count / total));
    return shares;
  }

  /** The traces and the state of one chain, numbered from 0; moments stay those of all. */
  public Posterior chain(int chain) {
    return new Posterior(
        reference,
        inclusion,
        mean,
        deviation,
        presence,
        List.of(traces.get(chain)),
        List.of(states.get(chain)),
        List.of(dictionaries.get(chain)),
        burnIn,
        full,
        null);
  }

  /** Returns whether each chain had {@code most} features at some time after burn-in. */
  public boolean isAlwaysFull(int most) {
    return full
        && traces.stream()
            .allMatch(t -> t.stream().skip(burnIn).anyMatch(s -> s.features() >= most));
  }

  /** Returns for each chain the features of its state that match those of the reference, or −1. */
  public List<int[]> partners() {
    return states.stream().map(s -> FeatureMoments.partners(reference, s.z())).toList();
  }

  /** P(K = {@code features} | X). */
  public double probability(int features) {
    return counts().getOrDefault(features, 0.0);
  }

  /** Mean of a quantity over the samples after burn-in. */
  public double mean(ToDoubleFunction<Sample> of) {
    return traces.stream()
        .flatMap(trace -> trace.stream().skip(burnIn))
        .mapToDouble(of)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns this posterior with some of its features, in this order. */
  @Override
  public Posterior select(int[] kept) {
    return new Posterior(
        reference.select(kept),
        inclusion.transpose().selectRows(kept).transpose(),
        mean.selectRows(kept),
        deviation.selectRows(kept),
        presence.selectRows(kept),
        traces,
        states,
        dictionaries,
        burnIn,
        full,
        continuation == null ? null : continuation.select(kept));
  }
}
