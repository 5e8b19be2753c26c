package org.latentfeature.evidence.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The trials of a figure, data set after data set, seed after seed. */
final class Plan {

  private Plan() {}

  static List<Trial> of(List<DataSet> sets, Experiment experiment, Selection wanted) {
    List<Trial> trials = new ArrayList<>();
    for (DataSet data : sets) {
      for (long seed : wanted.seeds()) {
        Arrays.stream(Approach.values())
            .filter(wanted::has)
            .forEach(
                approach -> {
                  for (int k : approach.features(data, experiment, wanted.features())) {
                    trials.add(new Trial(data, approach, k, seed, wanted.timeLimit()));
                  }
                });
      }
    }
    return trials;
  }
}
