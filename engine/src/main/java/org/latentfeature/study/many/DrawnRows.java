package org.latentfeature.study.many;

import org.latentfeature.data.Dataset;
import org.latentfeature.fit.FittedData;

/** The matrix of one problem: the data, or a resample of their rows. */
record DrawnRows(Dataset dataset, FittedData about) {

  static DrawnRows of(Problem problem, DataPool.Loaded data) {
    if (problem.resample() == 0) {
      return new DrawnRows(data.dataset(), data.fitted());
    }
    Dataset whole = data.dataset();
    Resample rows = new Resample(whole.x().rows(), problem.options().seed(), problem.resample());
    Dataset drawn = new Dataset(rows.of(whole.x()), whole.columnNames());
    return new DrawnRows(drawn, data.fitted().resampled(drawn, problem.resample()));
  }
}
