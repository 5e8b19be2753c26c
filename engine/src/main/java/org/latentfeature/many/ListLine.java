package org.latentfeature.many;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Method;

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
      throw new DataException(
          place + " says nothing of K; give it in a column k, or for all lines with -k");
    }
    if (!own.penalties().isEmpty() && own.methods().contains(Method.PATH)) {
      throw new DataException(
          place + ": method path has no convex fit, and so no penalty; drop one of the two");
    }
    List<Problem> all = new ArrayList<>();
    try {
      for (LassoOptions options : own.options()) {
        for (int resample = 0; resample <= own.bootstraps(); resample++) {
          all.add(new Problem(name(options, resample), source, data, options, resample));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new DataException(place + ": " + e.getMessage(), e);
    }
    return all;
  }

  private String name(LassoOptions options, int resample) {
    if (name == null) {
      return ProblemName.automatic(source, options, resample);
    }
    // Under a name of its own a problem tells only of what has several values.
    StringBuilder words = new StringBuilder(name);
    if (own.k().size() > 1) {
      words.append(ProblemName.features(options));
    }
    if (own.penalties().size() > 1 && options.penalty() != null) {
      words.append(ProblemName.penalty(options.penalty()));
    }
    if (own.methods().size() > 1) {
      words.append(ProblemName.method(options));
    }
    if (own.seeds().size() > 1) {
      words.append(ProblemName.seed(options));
    }
    return words.append(ProblemName.resample(resample)).toString();
  }
}
