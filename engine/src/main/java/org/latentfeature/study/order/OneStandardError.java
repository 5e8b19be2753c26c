package org.latentfeature.study.order;

import java.util.List;

/**
 * The rule of one standard error (Breiman et al. 1984): the first of several models whose error is
 * within one standard error of the least. Errors are compared row by row, since a row that is hard
 * for one model is hard for all.
 *
 * @param least the model with the least error
 * @param chosen the first within one standard error of it
 * @param deviations of each model, the standard error of the difference of its sum from the least
 */
record OneStandardError(int least, int chosen, List<Double> deviations) {

  /**
   * The rule for models in order of preference.
   *
   * @param errors of each model, its squared errors by row
   */
  static OneStandardError of(List<double[]> errors) {
    int least = 0;
    for (int m = 1; m < errors.size(); m++) {
      if (sum(errors.get(m)) < sum(errors.get(least))) {
        least = m;
      }
    }
    double[] best = errors.get(least);
    List<Double> deviations = errors.stream().map(each -> deviation(each, best)).toList();
    int chosen = 0;
    while (sum(errors.get(chosen)) - sum(best) > deviations.get(chosen)) {
      chosen++;
    }
    return new OneStandardError(least, chosen, deviations);
  }

  static double sum(double[] errors) {
    double sum = 0;
    for (double error : errors) {
      sum += error;
    }
    return sum;
  }

  /** √N times the standard deviation of the differences. */
  private static double deviation(double[] one, double[] other) {
    double mean = (sum(one) - sum(other)) / one.length;
    double squares = 0;
    for (int i = 0; i < one.length; i++) {
      double difference = one[i] - other[i] - mean;
      squares += difference * difference;
    }
    return Math.sqrt(squares);
  }
}
