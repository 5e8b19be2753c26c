package org.latentfeature.columns.vertex;

import java.util.Comparator;

/**
 * A vertex of the cube, by its entries in the rows of a {@link RowSet}.
 *
 * @param code bit a is the entry in the a-th row of the set
 * @param distance the squared distance of the vertex from the point of the subspace that has the
 *     same entries there
 */
public record Vertex(long code, double distance) implements Comparable<Vertex> {

  private static final Comparator<Vertex> ORDER =
      Comparator.comparingDouble(Vertex::distance).thenComparingLong(Vertex::code);

  /** The nearest first; of equal distances, the smallest code. */
  @Override
  public int compareTo(Vertex other) {
    return ORDER.compare(this, other);
  }
}
