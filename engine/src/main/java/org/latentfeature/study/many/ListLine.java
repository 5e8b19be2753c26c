package org.latentfeature.study.many;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.Estimators;

/**
 * One line of a list: a file, and what the line itself says of its fits.
 *
 * @param place what messages call it
 * @param source the file as the list names it
 * @param data the file
 * @param name given to its problem; null to call it after its file and options
 * @param own the grid in which the line's own values have taken the place of the list's
 */
record ListLine(String place, String source, Path data, @Nullable String name, Grid own) {

  /**
   * The problems of this line.
   *
   * @throws DataException if they cannot be fitted, whatever the data
   */
  List<Problem> problems() {
    if (own.k().isEmpty()) {
      throw new DataException(place + " has no K; give it in a column k, or for all lines with -k");
    }
    List<Problem> all = new ArrayList<>();
    try {
      for (Grid.Combination fit : own.combinations()) {
        for (int resample = 0; resample <= own.bootstraps(); resample++) {
          all.add(new Problem(name(fit, resample), source, data, fit.request(), resample));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new DataException(place + ": " + e.getMessage(), e);
    }
    return all;
  }

  private String name(Grid.Combination fit, int resample) {
    FitOptions options = fit.request().options();
    String boot = resample == 0 ? "" : "-boot" + resample;
    String k = "-k" + options.k();
    String seed = "-seed" + options.seed();
    if (name == null) {
      String by = own.estimator().name();
      String estimator = by.equals(Estimators.DEFAULT) ? "" : "-" + by;
      return ProblemName.automatic(source, estimator + k + seed + differing(fit) + boot);
    }
    // Under a name of its own a problem tells only of what has several values.
    return name
        + (own.k().size() > 1 ? k : "")
        + tags(fit, option -> isSeveral(option.name()))
        + (own.seeds().size() > 1 ? seed : "")
        + boot;
  }

  /** Returns the tags of the options that do not have their default values. */
  private String differing(Grid.Combination fit) {
    Map<String, String> defaults = own.estimator().defaults(fit.request().options().k()).words();
    return tags(
        fit,
        option ->
            !Objects.equals(fit.words().get(option.name()), defaults.get(option.name()))
                && (!option.isMinor() || isSeveral(option.name())));
  }

  private boolean isSeveral(String option) {
    return own.values().getOrDefault(option, List.of()).size() > 1;
  }

  private String tags(Grid.Combination fit, Predicate<FitOption<?, ?>> isTold) {
    StringBuilder tags = new StringBuilder();
    for (FitOption<?, ?> option : own.estimator().table().options()) {
      String word = fit.words().get(option.name());
      if (word != null && isTold.test(option)) {
        tags.append('-').append(option.tag(word));
      }
    }
    return tags.toString();
  }
}
