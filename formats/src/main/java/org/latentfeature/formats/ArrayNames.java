package org.latentfeature.formats;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;

/** The choice of one array of a file. */
final class ArrayNames {

  /** Most names that a message lists. */
  private static final int LISTED = 20;

  private ArrayNames() {}

  /**
   * The name that the options give, or the only one.
   *
   * @param all names of the arrays that can be X
   * @throws DataException listing them if none or several can be meant
   */
  static String choose(List<String> all, @Nullable String entry, Path path) {
    if (entry != null) {
      return all.stream()
          .filter(name -> name.equals(entry) || name.equals("/" + entry))
          .findFirst()
          .orElseThrow(
              () ->
                  new DataException(
                      "%s has no matrix named %s; it has: %s".formatted(path, entry, listed(all))));
    }
    if (all.isEmpty()) {
      throw new DataException(
          path + " has no matrix of numbers with more than one entry; write X as one");
    }
    if (all.size() > 1) {
      throw new DataException(
          "%s has several matrices; name one of: %s".formatted(path, listed(all)));
    }
    return all.get(0);
  }

  private static String listed(List<String> all) {
    return all.isEmpty()
        ? "none"
        : String.join(", ", all.subList(0, Math.min(LISTED, all.size())))
            + (all.size() > LISTED ? ", … (%,d in all)".formatted(all.size()) : "");
  }
}
