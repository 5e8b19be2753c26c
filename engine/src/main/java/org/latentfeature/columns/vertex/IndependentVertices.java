package org.latentfeature.columns.vertex;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** The nearest vertices that do not depend linearly on nearer ones. */
public final class IndependentVertices {

  /** A column of which no more than this share lies outside the span of others depends on them. */
  private static final double DEPENDENT = 1e-6;

  /** So many times K vertices are looked at for independent ones. */
  static final int SPARE = 4;

  private IndependentVertices() {}

  /**
   * Returns the columns of Z that the vertices nearest a linear span come to, k of them.
   *
   * @param set rows of the span
   * @param threads that share the vertices
   * @param stop ends the search with an exception
   */
  public static BinaryMatrix columns(RowSet set, int threads, StopSignal stop) {
    List<Vertex> nearest = VertexSearch.nearest(set, SPARE * set.size(), true, threads, stop);
    return BinaryMatrix.ofColumns(
        set.length(), of(set, nearest, true).stream().map(set::column).toList());
  }

  /**
   * As many as the columns of Z have to be: k, or k + 1 affinely independent ones. If there are not
   * so many among {@code nearest}, vertices with one entry 1 in the rows of the set, or none,
   * complete them: with these there are always enough.
   *
   * @param nearest in their order
   * @param linear whether the subspace is linear
   */
  public static List<Vertex> of(RowSet set, List<Vertex> nearest, boolean linear) {
    int wanted = linear ? set.size() : set.size() + 1;
    List<Vertex> all = new ArrayList<>(nearest);
    List<Vertex> units = new ArrayList<>();
    for (int a = linear ? 0 : -1; a < set.size(); a++) {
      units.add(set.vertex(a < 0 ? 0 : 1L << a));
    }
    units.sort(null);
    all.addAll(units);
    List<Vertex> taken = new ArrayList<>();
    Dense span = new Dense(0, set.length() + 1);
    for (Vertex vertex : all) {
      Dense grown = Orthonormal.append(span, row(set.column(vertex), linear), DEPENDENT);
      if (grown.rows() > span.rows()) {
        span = grown;
        taken.add(vertex);
      }
      if (taken.size() == wanted) {
        break;
      }
    }
    return taken;
  }

  /** The column, and a last entry by which affine dependence becomes linear. */
  private static Dense row(BitVector column, boolean linear) {
    Dense row = new Dense(1, column.length() + 1);
    for (int i = column.next(0); i < column.length(); i = column.next(i + 1)) {
      row.set(0, i, 1);
    }
    row.set(0, column.length(), linear ? 0 : 1);
    return row;
  }
}
