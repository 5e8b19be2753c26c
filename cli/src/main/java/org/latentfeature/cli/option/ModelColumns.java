package org.latentfeature.cli.option;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.Model;

/** Checks that data have the columns that a model was fitted to. */
public final class ModelColumns {

  /** How many columns a message names. */
  private static final int NAMED = 10;

  private ModelColumns() {}

  /**
   * Compares their number, and their names where both have names.
   *
   * @throws Failure if they differ
   */
  public static void requireSame(Model model, Dataset data, Path file) {
    int columns = model.w().cols();
    if (data.rows().cols() != columns) {
      throw new Failure(
          "%s has %,d columns, but the model was fitted to %,d; pass data with the same columns"
              .formatted(file, data.rows().cols(), columns));
    }
    List<String> fitted = model.manifest().columnNames();
    List<String> given = data.columnNames();
    if (fitted == null || given == null) {
      return;
    }
    for (int j = 0; j < columns; j++) {
      if (!fitted.get(j).equals(given.get(j))) {
        throw new Failure(
            "column %d of %s is '%s', but '%s' in the model; put the columns in the model's order"
                .formatted(j + 1, file, given.get(j), fitted.get(j)));
      }
    }
  }

  /**
   * Returns the rows of {@code data} with the model's columns, found by their names; NaN in those
   * that {@code data} do not have.
   *
   * @throws Failure if the model's columns have no names, two have the same one of those in {@code
   *     data}, or {@code data} have others
   */
  static Dataset arranged(Model model, Dataset data, Path file) {
    List<String> fitted = model.manifest().columnNames();
    List<String> given = Objects.requireNonNull(data.columnNames(), "triplets name their columns");
    if (fitted == null) {
      throw new Failure(
          "the columns of %s have names, but the model was fitted to columns without; fit it to triplets, or to a table with a header"
              .formatted(file));
    }
    if (fitted.equals(given)) {
      return data;
    }
    int[] place = places(fitted, given, file);
    Matrix from = data.x();
    Matrix x = Matrix.allocate(from.rows(), fitted.size());
    float[] some = new float[from.cols()];
    float[] all = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      from.getRow(i, some);
      Arrays.fill(all, Float.NaN);
      for (int j = 0; j < some.length; j++) {
        all[place[j]] = some[j];
      }
      x.setRow(i, all);
    }
    return new Dataset(x, fitted, data.labels(), data.idColumn());
  }

  private static int[] places(List<String> fitted, List<String> given, Path file) {
    Map<String, Integer> all = new HashMap<>();
    for (int j = 0; j < fitted.size(); j++) {
      Integer earlier = all.put(fitted.get(j), j);
      if (earlier != null && given.contains(fitted.get(j))) {
        throw new Failure(
            "columns %d and %d of the model are both named '%s', so that the entries of %s cannot be told apart; fit it to columns with different names"
                .formatted(earlier + 1, j + 1, fitted.get(j), file));
      }
    }
    List<String> unknown = given.stream().filter(name -> !all.containsKey(name)).toList();
    if (!unknown.isEmpty()) {
      throw new Failure(
          "the model has no column named %s%s; remove these entries of %s, of which it knows nothing"
              .formatted(
                  unknown.stream()
                      .limit(NAMED)
                      .map(name -> "'" + name + "'")
                      .collect(Collectors.joining(", ")),
                  unknown.size() > NAMED ? " and %,d more".formatted(unknown.size() - NAMED) : "",
                  file));
    }
    return given.stream().mapToInt(name -> Objects.requireNonNull(all.get(name))).toArray();
  }
}
