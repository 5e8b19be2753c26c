package org.latentfeature.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.data.Dataset;
import org.latentfeature.model.Model;

/** Whether data have the columns that a model was fitted to. */
public final class ModelColumns {

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
}
