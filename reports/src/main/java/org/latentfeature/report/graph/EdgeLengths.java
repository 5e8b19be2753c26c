package org.latentfeature.report.graph;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;

/**
 * How far apart the features of a graph should be drawn: as far as the shortest way along its
 * edges, in whichever direction. An edge is the longer the more neighbours only one of its ends
 * has, so that there is room around features with many (Gansner, Koren &amp; North 2004); by the
 * root of their number, since the room is an area.
 */
final class EdgeLengths {

  private EdgeLengths() {}

  /**
   * Distances of the states, by position; infinite where no way leads. Ways do not lead through the
   * null state, which would join everything.
   */
  static Dense of(TransitionGraph graph) {
    int n = graph.states().size();
    boolean[][] linked = new boolean[n][n];
    for (Transition t : graph.transitions()) {
      if (t.from() != t.to() && t.from() != 0 && t.to() != 0) {
        linked[graph.position(t.from())][graph.position(t.to())] = true;
        linked[graph.position(t.to())][graph.position(t.from())] = true;
      }
    }
    Dense lengths = new Dense(n, n);
    Arrays.fill(lengths.values(), Double.POSITIVE_INFINITY);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (linked[i][j]) {
          lengths.set(i, j, Math.sqrt(different(linked[i], linked[j]) / 2.0));
        }
      }
      lengths.set(i, i, 0);
    }
    shorten(lengths);
    return lengths;
  }

  /** Neighbours of one and not of the other; at least 2 of linked ones, which are each other's. */
  private static int different(boolean[] a, boolean[] b) {
    int different = 0;
    for (int k = 0; k < a.length; k++) {
      different += a[k] != b[k] ? 1 : 0;
    }
    return different;
  }

  /** Makes lengths of edges those of shortest ways (Floyd 1962, Warshall 1962). */
  private static void shorten(Dense lengths) {
    int n = lengths.rows();
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        double first = lengths.get(i, k);
        if (first < Double.POSITIVE_INFINITY) {
          for (int j = 0; j < n; j++) {
            lengths.set(i, j, Math.min(lengths.get(i, j), first + lengths.get(k, j)));
          }
        }
      }
    }
  }
}
