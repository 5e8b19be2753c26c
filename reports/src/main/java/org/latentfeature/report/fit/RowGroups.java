package org.latentfeature.report.fit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows with each label, those of the most frequent first. */
final class RowGroups {

  /** Labels told apart; the rows of any further ones are others. */
  static final int MOST = 30;

  private static final String NONE = "(no label)";

  /**
   * Rows with one label.
   *
   * @param rows from 0, in the order of the data
   */
  record Group(String name, List<Integer> rows) {

    /** Number of rows. */
    int size() {
      return rows.size();
    }
  }

  private final List<Group> groups;
  private final int labels;

  private RowGroups(List<Group> groups, int labels) {
    this.groups = groups;
    this.labels = labels;
  }

  /** The groups of rows with these labels. */
  static RowGroups of(List<String> labels) {
    Map<String, List<Integer>> byName =
        IntStream.range(0, labels.size())
            .boxed()
            .collect(
                Collectors.groupingBy(
                    i -> labels.get(i).isBlank() ? NONE : labels.get(i).strip(),
                    TreeMap::new,
                    Collectors.toList()));
    List<Group> all =
        byName.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<String, List<Integer>> e) -> -e.getValue().size()))
            .map(e -> new Group(e.getKey(), List.copyOf(e.getValue())))
            .toList();
    if (all.size() <= MOST) {
      return new RowGroups(all, all.size());
    }
    List<Group> some = new ArrayList<>(all.subList(0, MOST));
    List<Integer> others =
        all.subList(MOST, all.size()).stream()
            .flatMap(group -> group.rows().stream())
            .sorted()
            .toList();
    some.add(new Group("%,d others".formatted(all.size() - MOST), others));
    return new RowGroups(some, all.size());
  }

  /** Groups of rows, the others last. */
  List<Group> groups() {
    return groups;
  }

  /** Number of different labels. */
  int labels() {
    return labels;
  }

  /** Returns whether more than one row has the most frequent label. */
  boolean isShared() {
    return groups.get(0).size() > 1;
  }
}
