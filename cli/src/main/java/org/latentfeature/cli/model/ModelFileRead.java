package org.latentfeature.cli.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Model;

/**
 * A model and where it came from.
 *
 * @param file that it was read from
 * @param model in the file
 */
record ModelFileRead(Path file, Model model) {

  /** Options that may differ between models of one file: units are undone, and rows were drawn. */
  private static final Set<String> FREE =
      Set.of(FittedData.SCALE_BY, FittedData.BOOTSTRAP, FittedData.SAMPLE, FittedData.STANDARDISE);

  /**
   * Reads models whose data have the same columns, and were read in the same way.
   *
   * @throws Failure naming two that differ
   */
  static List<ModelFileRead> all(List<Path> files) {
    List<ModelFileRead> all = new ArrayList<>();
    for (Path file : files) {
      ModelFileRead read = new ModelFileRead(file, Estimators.load(file));
      if (!all.isEmpty()) {
        all.get(0).requireSame(read);
      }
      all.add(read);
    }
    return all;
  }

  private void requireSame(ModelFileRead other) {
    if (model.w().cols() != other.model.w().cols()) {
      throw new Failure(
          "%s was fitted to %,d columns and %s to %,d; pass models of the same columns"
              .formatted(file, model.w().cols(), other.file, other.model.w().cols()));
    }
    List<String> names = model.manifest().columnNames();
    List<String> others = other.model.manifest().columnNames();
    if (!Objects.equals(names, others)) {
      throw new Failure(
          "the columns of %s and %s have different names, or another order; pass models of the same columns"
              .formatted(file, other.file));
    }
    Map<String, String> preparation = preparation();
    Map<String, String> another = other.preparation();
    Set<String> options = new HashSet<>(preparation.keySet());
    options.addAll(another.keySet());
    for (String option : options) {
      if (!Objects.equals(preparation.get(option), another.get(option))) {
        throw new Failure(
            "the data of %s were read with --%s %s and those of %s with %s; pass models of data read in the same way"
                .formatted(
                    file,
                    option,
                    preparation.getOrDefault(option, "unset"),
                    other.file,
                    another.getOrDefault(option, "unset")));
      }
    }
  }

  private Map<String, String> preparation() {
    Map<String, String> own = new TreeMap<>(model.manifest().options());
    own.keySet().retainAll(FittedData.PREPARATION);
    own.keySet().removeAll(FREE);
    return own;
  }
}
