package org.latentfeature.columns.vertex;

import java.util.List;
import org.latentfeature.base.progress.StopSignal;

/**
 * The distances of the nearest vertices from a span: if k of them are near and the others far, the
 * span has a unique basis of vertices, with or without noise.
 *
 * @param farthest squared distance of the k-th vertex
 * @param next squared distance of the one after it; infinite if there is none
 */
public record SpanMargin(double farthest, double next) {

  /** Maximum dimensions; more take longer than some seconds. */
  public static final int MOST_DIMENSIONS = 24;

  private static final double ROUNDING = 1e-18;

  /**
   * That of {@code span}, by its best set of rows.
   *
   * @param threads that share the work
   * @throws IllegalArgumentException if the span has more than {@link VertexSearch#MOST_ROWS}
   *     dimensions
   */
  public static SpanMargin of(LeadingSpan span, int threads, StopSignal stop) {
    int k = span.dimensions();
    RowSet set = span.rowSets(1).get(0);
    List<Vertex> nearest = VertexSearch.nearest(set, k + 1, true, threads, stop);
    return new SpanMargin(
        exact(nearest.get(Math.min(k, nearest.size()) - 1).distance()),
        nearest.size() > k ? exact(nearest.get(k).distance()) : Double.POSITIVE_INFINITY);
  }

  /** Rounding errors alone are 0. */
  private static double exact(double distance) {
    return distance < ROUNDING ? 0 : distance;
  }
}
