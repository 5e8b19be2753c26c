package org.latentfeature.evidence.figures;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of the methods on one data set at one K.
 *
 * @param data the data set
 * @param k K
 * @param fits one for each method, in the order of the methods
 * @param recorded figures of other programs
 */
record EqualTimeFits(DataSet data, int k, List<EqualTimeFit> fits, RecordedFigures recorded) {

  /** Errors that differ by less count as equal, as in {@link RecordedComparison}. */
  private static final double EQUAL = 1.0001;

  /** Keeps an unmodifiable copy. */
  EqualTimeFits {
    fits = List.copyOf(fits);
  }

  /** Groups the fits by data set and by K. */
  static List<EqualTimeFits> of(
      List<EqualTimeFit> done, List<DataSet> sets, RecordedFigures recorded) {
    List<EqualTimeFits> all = new ArrayList<>();
    for (DataSet data : sets) {
      Map<Integer, List<EqualTimeFit>> byK =
          done.stream()
              .filter(fit -> fit.setting().dataSet().equals(data.name()))
              .collect(groupingBy(fit -> fit.setting().k(), LinkedHashMap::new, toList()));
      byK.forEach((k, fits) -> all.add(new EqualTimeFits(data, k, fits, recorded)));
    }
    return all;
  }

  /** The methods of least refined error; none if all refuse K. */
  List<EqualTimeFit> winners() {
    double lowest =
        fits.stream().mapToDouble(EqualTimeFit::refined).filter(Double::isFinite).min().orElse(0);
    double bound = Math.max(EQUAL * lowest, data.rounding());
    return fits.stream().filter(fit -> fit.refined() <= bound).toList();
  }

  boolean isWinner(EqualTimeFit fit) {
    return winners().contains(fit);
  }

  /** How far an error is above the lowest, as a share of it; NaN without a fit. */
  double aboveLowest(EqualTimeFit fit) {
    double lowest =
        fits.stream().mapToDouble(EqualTimeFit::refined).filter(Double::isFinite).min().orElse(0);
    return isWinner(fit) ? 0 : fit.refined() / Math.max(lowest, data.rounding()) - 1;
  }

  /** The best of the others; nothing if there is none. */
  Optional<EqualTimeFit> next() {
    return fits.stream()
        .filter(fit -> fit.fits() > 0 && !isWinner(fit))
        .min(Comparator.comparingDouble(EqualTimeFit::refined));
  }

  /** The recorded figure of the same method at this K. */
  Optional<RecordedFigures.Entry> recorded(Contender contender, Metric metric) {
    return contender.recorded().flatMap(method -> recorded(method, metric));
  }

  Optional<RecordedFigures.Entry> recorded(String method, Metric metric) {
    return recorded.of(data.name(), metric, method).stream()
        .filter(entry -> entry.k() == k)
        .findFirst();
  }

  /** Whoever has a recorded figure at this K. */
  List<String> recordedMethods() {
    return recorded.of(data.name(), Metric.RMSE_NOISY).stream()
        .filter(entry -> entry.k() == k)
        .map(RecordedFigures.Entry::method)
        .distinct()
        .toList();
  }

  Optional<RecordedFigures.Entry> lowestRecorded() {
    return recorded.best(data.name(), Metric.RMSE_NOISY, k);
  }
}
