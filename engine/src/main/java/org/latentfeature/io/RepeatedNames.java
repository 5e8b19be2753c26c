package org.latentfeature.io;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Phrase;

/**
 * Notes on names that several rows or columns have. They are no errors: genes with one symbol, or
 * several rows of a person, are usual, and a model compares the columns of a table by their order.
 * But neither a user nor a file of results can tell such rows or columns apart.
 */
final class RepeatedNames {

  private RepeatedNames() {}

  /**
   * Returns data with notes on the names that occur several times.
   *
   * @param mayDrop whether columns of the file may be left out
   */
  static Dataset noted(Dataset data, Path path, boolean mayDrop) {
    String wayOut =
        "; results cannot tell them apart: rename all but one"
            + (mayDrop ? ", or leave them out by number (%s)".formatted(Phrase.DROPPED) : "");
    Dataset noted = data.withNote(note(data.columnNames(), path + ": columns ", wayOut));
    String ids = String.valueOf(data.idColumn());
    return noted.withNote(
        note(
            data.ids(),
            path + ": rows ",
            mayDrop
                ? "; if %s has classes of the rows, it is one of the labels (%s)"
                    .formatted(Excerpt.of(ids), Phrase.LABELS)
                : "; results cannot tell them apart"));
  }

  private static String note(@Nullable List<String> names, String of, String wayOut) {
    if (names == null) {
      return "";
    }
    Map<String, Integer> first = new HashMap<>();
    Set<String> repeated = new HashSet<>();
    String pair = "";
    for (int i = 0; i < names.size(); i++) {
      Integer earlier = first.putIfAbsent(names.get(i), i);
      if (earlier != null && repeated.add(names.get(i)) && pair.isEmpty()) {
        pair =
            "%,d and %,d of X are both named %s"
                .formatted(earlier + 1, i + 1, Excerpt.of(names.get(i)));
      }
    }
    int more = repeated.size() - 1;
    return pair.isEmpty()
        ? ""
        : of
            + pair
            + (more > 0
                ? ", and %,d further %s several times"
                    .formatted(more, more == 1 ? "name occurs" : "names occur")
                : "")
            + wayOut;
  }
}
