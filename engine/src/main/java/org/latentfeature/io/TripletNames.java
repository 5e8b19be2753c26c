package org.latentfeature.io;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The different names of rows, or of columns, in triplets. Sorted they are whole numbers by value,
 * then text: the same data in another order of lines are the same matrix.
 */
final class TripletNames {

  private static final Comparator<String> ORDER =
      Comparator.comparing((String name) -> !isNumber(name))
          .thenComparingLong(name -> isNumber(name) ? Long.parseLong(name) : 0)
          .thenComparing(Comparator.naturalOrder());

  private final Map<String, Integer> places = new HashMap<>();

  private static boolean isNumber(String name) {
    return name.length() <= 18 && name.matches("-?\\d+");
  }

  void add(String name) {
    places.putIfAbsent(name, places.size());
  }

  int count() {
    return places.size();
  }

  /** Gives each name its place among the sorted ones. */
  List<String> sort() {
    List<String> sorted = places.keySet().stream().sorted(ORDER).toList();
    for (int i = 0; i < sorted.size(); i++) {
      places.put(sorted.get(i), i);
    }
    return sorted;
  }

  /** The place of a name, from 0; −1 if there is no such name. */
  int place(String name) {
    return places.getOrDefault(name, -1);
  }
}
