package org.latentfeature.evidence.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.latentfeature.evidence.Spread;

/**
 * Our errors by one metric beside the lowest recorded ones, K by K.
 *
 * @param metric the metric
 * @param lines one for each K that has both
 */
record RecordedComparison(Metric metric, List<Line> lines) {

  /** Figures that differ by less than their printed digits count as equal. */
  private static final double EQUAL = 1.0001;

  /** Keeps an unmodifiable copy. */
  RecordedComparison {
    lines = List.copyOf(lines);
  }

  /**
   * One K.
   *
   * @param ours of the path, which is what this engine offers for every K
   * @param recorded the lowest of all recorded methods
   */
  record Line(int k, Spread ours, RecordedFigures.Entry recorded) {

    /** Returns whether no recorded method is below ours. */
    boolean isLowest() {
      return ours.best() <= EQUAL * recorded.best();
    }

    /** Returns whether no recorded method is below the median run of ours. */
    boolean isMedianLowest() {
      return ours.median() <= EQUAL * recorded.best();
    }

    /** By how much ours is above the record, as a share of it. */
    double excess() {
      return ours.best() / recorded.best() - 1;
    }
  }

  /** The path's errors against the record. */
  static RecordedComparison of(Findings findings, RecordedFigures recorded, Metric metric) {
    List<Line> lines = new ArrayList<>();
    for (int k : findings.features(Approach.PATH)) {
      Optional<Spread> ours = findings.error(Approach.PATH, metric, k);
      Optional<RecordedFigures.Entry> best = recorded.best(findings.data().name(), metric, k);
      if (ours.isPresent() && best.isPresent()) {
        lines.add(new Line(k, ours.get(), best.get()));
      }
    }
    return new RecordedComparison(metric, lines);
  }

  /** On how many K ours is lowest. */
  int lowest() {
    return (int) lines.stream().filter(Line::isLowest).count();
  }

  /** On how many K the median run of ours is. */
  int medianLowest() {
    return (int) lines.stream().filter(Line::isMedianLowest).count();
  }

  /** Where ours is not lowest. */
  List<Line> above() {
    return lines.stream().filter(line -> !line.isLowest()).toList();
  }
}
