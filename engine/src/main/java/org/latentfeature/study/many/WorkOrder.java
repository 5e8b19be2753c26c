package org.latentfeature.study.many;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which problem a worker takes next: one with the data of its last, while there are any, so that
 * what it holds of them serves again; else the first of the list whose data no worker has begun,
 * or, if all are begun, the first.
 */
final class WorkOrder {

  private final Map<Path, Deque<Integer>> waiting = new LinkedHashMap<>();
  private final Deque<Path> unbegun = new ArrayDeque<>();

  WorkOrder(List<Problem> problems) {
    for (int i = 0; i < problems.size(); i++) {
      Path data = problems.get(i).data();
      if (!waiting.containsKey(data)) {
        unbegun.add(data);
      }
      waiting.computeIfAbsent(data, d -> new ArrayDeque<>()).add(i);
    }
  }

  /**
   * The next problem's number; −1 if there is none.
   *
   * @param last data of the worker's last problem; null before its first
   */
  int take(@Nullable Path last) {
    Path data = last;
    if (data == null || !waiting.containsKey(data)) {
      data = unbegun.poll();
    }
    if (data == null) {
      if (waiting.isEmpty()) {
        return -1;
      }
      data = waiting.keySet().iterator().next();
    }
    Deque<Integer> problems = waiting.getOrDefault(data, new ArrayDeque<>());
    int taken = problems.remove();
    if (problems.isEmpty()) {
      waiting.remove(data);
    }
    return taken;
  }
}
