package org.latentfeature.report.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.linalg.Dense;

/**
 * Where the states of a graph are drawn: features that follow each other near each other, none upon
 * another, pieces that no transition joins side by side, and the null state to the left of all.
 */
final class GraphLayout {

  /** Between boxes, in the drawing's units: room for the head of an arrow. */
  private static final double GAP = 15;

  /** Between pieces of the graph. */
  private static final double PIECE_GAP = 26;

  /** Length of the middle one of the edges, in sizes of a box. */
  private static final double EDGE = 1.6;

  /** Share of a piece's rectangle that boxes may cover, lest they hide the edges. */
  private static final double COVER = .12;

  private static final long SEED = 0;

  private GraphLayout() {}

  /**
   * Places {@code boxes}, one for each state, whose sizes count and whose places do not.
   *
   * @return boxes of the same sizes, from (0, 0) on
   */
  static List<Box> place(TransitionGraph graph, List<Box> boxes) {
    Box[] placed = boxes.toArray(Box[]::new);
    Dense lengths = EdgeLengths.of(graph);
    List<int[]> pieces = pieces(graph, lengths);
    List<Box> bounds = new ArrayList<>();
    for (int[] piece : pieces) {
      Box[] members = Arrays.stream(piece).mapToObj(boxes::get).toArray(Box[]::new);
      place(lengths.selectBlock(piece), members);
      for (int i = 0; i < piece.length; i++) {
        placed[piece[i]] = members[i];
      }
      if (drift(graph, piece, placed) < 0) {
        for (int i : piece) {
          placed[i] = placed[i].at(-placed[i].x(), placed[i].y());
        }
      }
      bounds.add(Box.around(Arrays.stream(piece).mapToObj(i -> placed[i]).toList()));
    }
    List<Box> packed = ShelfPacking.pack(bounds, PIECE_GAP);
    for (int p = 0; p < packed.size(); p++) {
      for (int i : pieces.get(p)) {
        placed[i] =
            placed[i].moved(
                packed.get(p).x() - bounds.get(p).x(), packed.get(p).y() - bounds.get(p).y());
      }
    }
    int nullState = graph.position(0);
    if (nullState >= 0 && !packed.isEmpty()) {
      Box features = Box.around(packed);
      placed[nullState] =
          placed[nullState].at(
              features.left() - 2 * PIECE_GAP - placed[nullState].width() / 2, features.y());
    }
    Box all = Box.around(Arrays.asList(placed));
    return Arrays.stream(placed).map(box -> box.moved(-all.left(), -all.top())).toList();
  }

  /** The positions of features that are joined, directly or through others. */
  private static List<int[]> pieces(TransitionGraph graph, Dense lengths) {
    List<int[]> pieces = new ArrayList<>();
    boolean[] seen = new boolean[lengths.rows()];
    for (int i = 0; i < seen.length; i++) {
      if (seen[i] || graph.states().get(i).isNull()) {
        continue;
      }
      List<Integer> piece = new ArrayList<>();
      for (int j = i; j < seen.length; j++) {
        if (lengths.get(i, j) < Double.POSITIVE_INFINITY) {
          seen[j] = true;
          piece.add(j);
        }
      }
      pieces.add(piece.stream().mapToInt(j -> j).toArray());
    }
    return pieces;
  }

  /** How far the transitions of a piece lead to the right, by which a chain reads like a line. */
  private static double drift(TransitionGraph graph, int[] piece, Box[] placed) {
    double drift = 0;
    for (Transition t : graph.transitions()) {
      int from = graph.position(t.from());
      if (t.to() != 0 && Arrays.binarySearch(piece, from) >= 0) {
        drift += t.probability() * (placed[graph.position(t.to())].x() - placed[from].x());
      }
    }
    return drift;
  }

  /** Places the boxes of one piece, whose distances are all finite. */
  private static void place(Dense lengths, Box[] boxes) {
    Dense places = StressMajorisation.place(lengths, SEED);
    lay(places);
    for (int i = 0; i < boxes.length; i++) {
      boxes[i] = boxes[i].at(places.get(i, 0), places.get(i, 1));
    }
    double unit = unit(lengths, boxes);
    for (int i = 0; i < boxes.length; i++) {
      boxes[i] = boxes[i].at(unit * boxes[i].x(), unit * boxes[i].y());
    }
    OverlapRemoval.apart(boxes, GAP);
  }

  /** Turns points about their middle, which becomes the origin, so that they lie widest. */
  private static void lay(Dense places) {
    int n = places.rows();
    for (int axis = 0; axis < 2; axis++) {
      double middle = 0;
      for (int i = 0; i < n; i++) {
        middle += places.get(i, axis) / n;
      }
      for (int i = 0; i < n; i++) {
        places.set(i, axis, places.get(i, axis) - middle);
      }
    }
    Dense moments = places.transpose().times(places);
    double angle =
        StrictMath.atan2(2 * moments.get(0, 1), moments.get(0, 0) - moments.get(1, 1)) / 2;
    double cos = StrictMath.cos(angle);
    double sin = StrictMath.sin(angle);
    for (int i = 0; i < n; i++) {
      double x = places.get(i, 0);
      double y = places.get(i, 1);
      places.set(i, 0, cos * x + sin * y);
      places.set(i, 1, cos * y - sin * x);
    }
  }

  /** The scale at which edges can be seen: long enough, and not all covered by boxes. */
  private static double unit(Dense lengths, Box[] boxes) {
    double[] nearest = new double[boxes.length];
    double size = 0;
    double covered = 0;
    for (int i = 0; i < boxes.length; i++) {
      nearest[i] = Double.POSITIVE_INFINITY;
      for (int j = 0; j < boxes.length; j++) {
        if (j != i) {
          nearest[i] = Math.min(nearest[i], lengths.get(i, j));
        }
      }
      size += (boxes[i].width() + boxes[i].height()) / 2 / boxes.length;
      covered += boxes[i].width() * boxes[i].height();
    }
    if (boxes.length < 2) {
      return 1;
    }
    Arrays.sort(nearest);
    double edges = EDGE * size / nearest[boxes.length / 2];
    Box all = Box.around(Arrays.asList(boxes));
    // Of a lane that is almost a line the rectangle says nothing.
    double area = Math.max(all.width() * all.height(), all.width() * all.width() / 9);
    return Math.max(edges, Math.sqrt(covered / COVER / area));
  }
}
