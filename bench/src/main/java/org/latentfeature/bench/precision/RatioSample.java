package org.latentfeature.bench.precision;

import java.util.ArrayList;
import java.util.List;

/** Ratios of one quantity to another, measured several times. */
final class RatioSample {

  private final List<Double> ratios = new ArrayList<>();

  void add(double ratio) {
    ratios.add(ratio);
  }

  int count() {
    return ratios.size();
  }

  double mean() {
    return ratios.stream().mapToDouble(r -> r).average().orElse(Double.NaN);
  }

  double least() {
    return ratios.stream().mapToDouble(r -> r).min().orElse(Double.NaN);
  }

  double most() {
    return ratios.stream().mapToDouble(r -> r).max().orElse(Double.NaN);
  }

  /** Standard error of the mean; 0 of a single ratio. */
  double standardError() {
    double mean = mean();
    double squares = ratios.stream().mapToDouble(r -> (r - mean) * (r - mean)).sum();
    int n = count();
    return n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n);
  }
}
