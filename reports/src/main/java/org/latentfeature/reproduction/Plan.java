package org.latentfeature.reproduction;

import java.util.ArrayList;
import java.util.List;

/** The trials of a figure, data set after data set, seed after seed. */
final class Plan {

  private Plan() {}

  static List<Trial> of(List<DataSet> sets, Experiment experiment, int seeds) {
    List<Trial> trials = new ArrayList<>();
    for (DataSet data : sets) {
      for (long seed = 0; seed < seeds; seed++) {
        for (Approach approach : Approach.values()) {
          for (int k : approach.features(data, experiment)) {
            trials.add(new Trial(data, approach, k, seed));
          }
        }
      }
    }
    return trials;
  }
}
