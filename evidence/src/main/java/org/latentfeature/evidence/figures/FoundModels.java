package org.latentfeature.evidence.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The models whose features are shown, by data set and method. */
final class FoundModels {

  private final Map<Key, FoundModel> models = new HashMap<>();

  private record Key(String dataSet, Approach approach) {}

  void put(Trial trial, FoundModel model) {
    models.put(new Key(trial.data().name(), trial.approach()), model);
  }

  Optional<FoundModel> of(DataSet data, Approach approach) {
    return Optional.ofNullable(models.get(new Key(data.name(), approach)));
  }
}
