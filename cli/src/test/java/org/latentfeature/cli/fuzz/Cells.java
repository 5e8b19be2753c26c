package org.latentfeature.cli.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A table of text cells, harmed here and there before it is written. */
final class Cells {

  private final List<List<String>> rows = new ArrayList<>();

  Cells row(List<String> cells) {
    rows.add(new ArrayList<>(cells));
    return this;
  }

  int count() {
    return rows.size();
  }

  /** Some cells replaced, doubled or lost; lines too. */
  Cells harm(Choice choice) {
    for (int n = choice.below(3); n > 0; n--) {
      List<String> row = choice.of(rows);
      int at = choice.below(row.size());
      switch (choice.below(8)) {
        case 0 -> row.add(at, row.get(at));
        case 1 -> {
          if (row.size() > 1) {
            row.remove(at);
          }
        }
        case 2 -> rows.add(choice.below(rows.size()), List.copyOf(row));
        case 3 -> rows.get(0).set(choice.below(rows.get(0).size()), choice.token());
        default -> row.set(at, choice.token());
      }
      rows.replaceAll(ArrayList::new);
    }
    return this;
  }

  byte[] bytes(String separator, String end) {
    StringBuilder text = new StringBuilder();
    rows.forEach(row -> text.append(String.join(separator, row)).append(end));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
