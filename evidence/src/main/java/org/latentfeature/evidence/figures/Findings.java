package org.latentfeature.evidence.figures;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.reducing;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.latentfeature.evidence.Spread;

/**
 * The results of our methods on one data set.
 *
 * @param data the data set
 * @param outcomes of all runs that are done
 */
record Findings(DataSet data, List<TrialOutcome> outcomes) {

  /** Keeps an unmodifiable copy. */
  Findings {
    outcomes = List.copyOf(outcomes);
  }

  /** The errors of all runs at K. */
  Optional<Spread> error(Approach approach, Metric metric, int k) {
    return spread(approach, k, metric::of);
  }

  /**
   * Seconds of all runs that give K features: of the whole run, also where it gives others besides.
   */
  Optional<Spread> seconds(Approach approach, int k) {
    return spread(approach, k, this::wholeRun);
  }

  /** Seconds of the runs whose K, or largest K, is {@code run}. */
  Optional<Spread> runSeconds(Approach approach, int run) {
    return Spread.of(
        outcomes.stream()
            .filter(o -> o.approach() == approach && o.run() == run && !o.isUnfinished())
            .collect(
                groupingBy(
                    TrialOutcome::fingerprint,
                    mapping(TrialOutcome::seconds, reducing(0.0, Math::max))))
            .values()
            .stream()
            .mapToDouble(seconds -> seconds)
            .toArray());
  }

  /** The K, or largest K, of those of a method's runs that were not stopped, in order. */
  int[] runs(Approach approach) {
    return outcomes.stream()
        .filter(o -> o.approach() == approach && !o.isUnfinished())
        .mapToInt(TrialOutcome::run)
        .distinct()
        .sorted()
        .toArray();
  }

  private double wholeRun(TrialOutcome one) {
    if (one.isUnfinished()) {
      return Double.NaN;
    }
    return outcomes.stream()
        .filter(o -> o.fingerprint().equals(one.fingerprint()))
        .mapToDouble(TrialOutcome::seconds)
        .max()
        .orElseThrow();
  }

  private Optional<Spread> spread(Approach approach, int k, ToDoubleFunction<TrialOutcome> value) {
    return Spread.of(
        outcomes.stream()
            .filter(o -> o.approach() == approach && o.k() == k)
            .mapToDouble(value)
            .toArray());
  }

  /** The error that no Z and W of K features can beat; NaN where no run says. */
  double svdBound(int k) {
    return outcomes.stream()
        .filter(o -> o.k() == k && !Double.isNaN(o.svdBound()))
        .mapToDouble(TrialOutcome::svdBound)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** The K at which a method has a result, in order. */
  int[] features(Approach approach) {
    return outcomes.stream()
        .filter(o -> o.approach() == approach)
        .mapToInt(TrialOutcome::k)
        .distinct()
        .sorted()
        .toArray();
  }

  /** The K at which any method has a result, in order. */
  int[] features() {
    return outcomes.stream().mapToInt(TrialOutcome::k).distinct().sorted().toArray();
  }
}
