package org.latentfeature.columns.vertex;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The nearest of all vertices offered, whatever the order and the threads that offer them. A
 * distance is computed in double precision, and no further than it matters.
 */
final class NearestVertices {

  private final RowSet set;
  private final int[] order;
  private final int most;
  private final PriorityQueue<Vertex> kept;
  private final Set<Long> codes = new HashSet<>();
  private volatile double worst = Double.POSITIVE_INFINITY;

  /**
   * None yet.
   *
   * @param order the rows that are not of the set
   * @param most how many are kept
   */
  NearestVertices(RowSet set, int[] order, int most) {
    this.set = set;
    this.order = order;
    this.most = most;
    kept = new PriorityQueue<>((a, b) -> b.compareTo(a));
  }

  /** No vertex at a larger distance is kept. */
  double worst() {
    return worst;
  }

  /** Keeps the vertex of {@code code}, if it is among the nearest. */
  void offer(long code) {
    double limit = worst;
    double distance = 0;
    for (int i : order) {
      distance += set.squared(i, code);
      if (distance > limit) {
        return;
      }
    }
    take(new Vertex(code, distance));
  }

  private synchronized void take(Vertex vertex) {
    if (vertex.distance() > worst || !codes.add(vertex.code())) {
      return;
    }
    kept.add(vertex);
    if (kept.size() > most) {
      codes.remove(kept.remove().code());
    }
    if (kept.size() == most) {
      worst = kept.element().distance();
    }
  }

  /** The nearest first. */
  List<Vertex> sorted() {
    List<Vertex> all = new ArrayList<>(kept);
    all.sort(null);
    return all;
  }
}
