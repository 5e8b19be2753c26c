package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The convergence of one quantity over several chains.
 *
 * @param splitRatio split-R̂ (Gelman et al. 2013): √((n−1)/n + B/(nW)) over the two halves of each
 *     chain, with W the mean of their variances and B/n the variance of their means; 1 where both
 *     are 0, ∞ where only W is
 * @param effective number of independent draws that tell as much: mn/(1 + 2 Σρ_t) with Geyer's
 *     initial positive pairs of autocorrelations
 */
public record Convergence(double splitRatio, double effective) {

  /** Above this R̂, chains disagree. */
  public static final double MOST = 1.05;

  /**
   * Computes the convergence of chains of one length.
   *
   * @param chains draws by chain, at least 4 of each
   */
  public static Convergence of(double[][] chains) {
    int n = chains[0].length / 2;
    if (n < 2) {
      throw new IllegalArgumentException(
          "chains of %d draws; their halves need at least 2".formatted(chains[0].length));
    }
    double[][] halves = new double[2 * chains.length][];
    for (int c = 0; c < chains.length; c++) {
      halves[2 * c] = Arrays.copyOfRange(chains[c], 0, n);
      halves[2 * c + 1] = Arrays.copyOfRange(chains[c], chains[c].length - n, chains[c].length);
    }
    double[] means = Arrays.stream(halves).mapToDouble(Convergence::mean).toArray();
    double within = 0;
    for (double[] half : halves) {
      within += variance(half) / halves.length;
    }
    double between = variance(means);
    double tiny = 1e-24 * means[0] * means[0];
    if (within <= tiny) {
      boolean same = between <= tiny;
      return new Convergence(
          same ? 1 : Double.POSITIVE_INFINITY, same ? 2.0 * n * chains.length : 1);
    }
    double total = (n - 1.0) / n * within + between;
    return new Convergence(Math.sqrt(total / within), effective(halves, means, within, total));
  }

  private static double effective(double[][] halves, double[] means, double within, double total) {
    int n = halves[0].length;
    double sum = 0;
    for (int lag = 1; lag + 1 < n; lag += 2) {
      double pair =
          correlation(halves, means, within, total, lag)
              + correlation(halves, means, within, total, lag + 1);
      if (pair < 0) {
        break;
      }
      sum += pair;
    }
    double draws = (double) halves.length * n;
    return Math.min(draws, draws / (1 + 2 * sum));
  }

  /** ρ_t = 1 − (W − mean autocovariance at t) / total variance. */
  private static double correlation(
      double[][] halves, double[] means, double within, double total, int lag) {
    int n = halves[0].length;
    double covariance = 0;
    for (int h = 0; h < halves.length; h++) {
      for (int i = lag; i < n; i++) {
        covariance += (halves[h][i] - means[h]) * (halves[h][i - lag] - means[h]);
      }
    }
    return 1 - (within - covariance / ((double) n * halves.length)) / total;
  }

  private static double mean(double[] of) {
    return Arrays.stream(of).sum() / of.length;
  }

  private static double variance(double[] of) {
    double mean = mean(of);
    return Arrays.stream(of).map(v -> (v - mean) * (v - mean)).sum() / (of.length - 1);
  }

  /**
   * The result of comparing chains: whether they agree, and on which quantities they do not.
   *
   * @param sentence for people
   * @param agrees whether every R̂ is at most {@link #MOST}
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
}
