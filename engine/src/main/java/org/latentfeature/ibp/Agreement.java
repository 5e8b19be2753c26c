package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of comparing chains: whether they agree, and on which quantities they do not.
 *
 * @param sentence for people
 * @param agrees whether every R̂ is at most {@link Convergence#MOST}
 */
public record Agreement(String sentence, boolean agrees) {

  /** The quantities by which chains are compared: K, σx and σa. */
  private static final List<Sample.Quantity> JUDGED = Sample.QUANTITIES.subList(0, 3);

  /** Compares the chains of a posterior. */
  public static Agreement of(Posterior posterior) {
    if (!posterior.isSampled()) {
      return new Agreement(
          "variational inference has no chains that could agree: it is one approximation, in which bits are independent, and does not say how K varies",
          false);
    }
    if (!posterior.isComparable()) {
      return new Agreement(early(posterior), false);
    }
    List<String> not = new ArrayList<>();
    for (Sample.Quantity quantity : JUDGED) {
      Convergence convergence = posterior.convergence(quantity);
      if (!(convergence.splitRatio() <= Convergence.MOST)) {
        not.add("%s (R̂ %.2f)".formatted(quantity.name(), convergence.splitRatio()));
      }
    }
    int chains = posterior.traces().size();
    String who = chains == 1 ? "the halves of the chain" : "the %d chains".formatted(chains);
    if (not.isEmpty() && !posterior.isLearned()) {
      return new Agreement(who + " agree; K was given", true);
    }
    if (not.isEmpty()) {
      Map.Entry<Integer, Double> most =
          posterior.counts().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
      return new Agreement(
          "%s agree: P(K = %d) = %.2f".formatted(who, most.getKey(), most.getValue()), true);
    }
    String counts =
        posterior.traces().stream()
            .map(trace -> Integer.toString(trace.get(trace.size() - 1).features()))
            .collect(Collectors.joining(", "));
    return new Agreement(
        "%s do not agree on %s; they end with K = %s: start from a model, or run more sweeps"
            .formatted(who, String.join(", ", not), counts),
        false);
  }

  /** Returns the result for chains that have too few samples to be compared. */
  private static String early(Posterior posterior) {
    int burnIn = posterior.burnIn();
    int sweeps = posterior.traces().stream().mapToInt(List::size).min().orElse(0);
    return sweeps <= burnIn
        ? "the chains were stopped during burn-in, after %d of its %d sweeps: Z is their likeliest sample so far, and nothing says whether they agree"
            .formatted(sweeps, burnIn)
        : "the chains were stopped %d sweep%s after burn-in: nothing says whether they agree"
            .formatted(sweeps - burnIn, sweeps - burnIn == 1 ? "" : "s");
  }
}
