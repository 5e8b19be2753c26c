package org.latentfeature.report.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

class GraphLayoutTest {

  private static List<Box> layout(Dense p, TransitionChoice choice) {
    TransitionGraph graph = TransitionGraph.of(p, Chains.used(p.rows() - 1, 10), choice);
    List<Box> sizes = new ArrayList<>();
    for (int i = 0; i < graph.states().size(); i++) {
      sizes.add(new Box(0, 0, 30 + i % 7 * 4, 40 + i % 5 * 4));
    }
    return GraphLayout.place(graph, sizes);
  }

  private static List<Box> layout(Dense p) {
    return layout(p, TransitionChoice.readable(p.rows() - 1));
  }

  private static double distance(Box a, Box b) {
    return Math.hypot(a.x() - b.x(), a.y() - b.y());
  }

  private static void assertApart(List<Box> boxes, double gap) {
    for (int i = 0; i < boxes.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertFalse(boxes.get(i).crowds(boxes.get(j), gap), i + " and " + j);
      }
    }
  }

  @Test
  void noNodeLiesOnAnother() {
    for (int features : new int[] {1, 2, 3, 20, 60, 130}) {
      for (int strongest = 0; strongest <= 3; strongest++) {
        TransitionChoice choice =
            TransitionChoice.readable(features).withStrongest(strongest).withNullState(true);
        List<Box> boxes = layout(Chains.random(features, features), choice);
        assertEquals(features + 1, boxes.size());
        assertApart(boxes, 9);
        Box all = Box.around(boxes);
        assertEquals(0, all.left(), 1e-9);
        assertEquals(0, all.top(), 1e-9);
      }
    }
  }

  @Test
  void featuresOfABlockLieTogether() {
    int size = 8;
    List<Box> boxes = layout(Chains.blocks(4, size, 1.5));
    double within = 0;
    double between = 0;
    int pairsWithin = 0;
    int pairsBetween = 0;
    for (int i = 0; i < boxes.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (i / size == j / size) {
          within += distance(boxes.get(i), boxes.get(j));
          pairsWithin++;
        } else {
          between += distance(boxes.get(i), boxes.get(j));
          pairsBetween++;
        }
      }
    }
    assertTrue(2 * within / pairsWithin < between / pairsBetween);
  }

  @Test
  void piecesStandSideBySide() {
    int size = 6;
    List<Box> boxes = layout(Chains.blocks(5, size, 1e-3));
    List<Box> pieces = new ArrayList<>();
    for (int b = 0; b < 5; b++) {
      pieces.add(Box.around(boxes.subList(b * size, (b + 1) * size)));
    }
    assertApart(pieces, 20);
    Box all = Box.around(boxes);
    assertTrue(all.width() < 4 * all.height() && all.height() < 2 * all.width(), all.toString());
  }

  @Test
  void aChainOfFeaturesIsDrawnAsALineAndARingAsARing() {
    List<Box> line = layout(Chains.line(12));
    Box middle = Box.around(line);
    assertTrue(middle.width() > 3 * middle.height(), middle.toString());
    for (int i = 1; i < 12; i++) {
      assertTrue(line.get(i).x() > line.get(i - 1).x(), "feature " + i);
    }
    List<Box> ring = layout(Chains.ring(12));
    Box round = Box.around(ring);
    for (int i = 0; i < 12; i++) {
      Box across = ring.get((i + 6) % 12);
      assertTrue(distance(ring.get(i), across) > .6 * Math.min(round.width(), round.height()));
      assertTrue(distance(ring.get(i), ring.get((i + 1) % 12)) < .45 * round.width());
    }
  }

  @Test
  void featuresWithoutTransitionsAreLaidInRows() {
    List<Box> boxes = layout(Chains.even(24, 1 / 25.0));
    assertApart(boxes, 20);
    Box all = Box.around(boxes);
    assertTrue(all.width() < 2.5 * all.height() && all.height() < all.width(), all.toString());
  }

  @Test
  void theNullStateStandsToTheLeftAndJoinsNothing() {
    TransitionChoice choice = TransitionChoice.readable(30).withNullState(true);
    List<Box> boxes = layout(Chains.blocks(5, 6, 1e-3), choice);
    double left = Box.around(boxes.subList(1, boxes.size())).left();
    assertTrue(boxes.get(0).right() + 20 < left);
    assertEquals(boxes.get(1).x() - boxes.get(2).x(), firstPair(), 1e-9);
  }

  /** How features 1 and 2 lie when the null state is not drawn and all sizes are one later. */
  private static double firstPair() {
    Dense p = Chains.blocks(5, 6, 1e-3);
    TransitionGraph graph =
        TransitionGraph.of(p, Chains.used(30, 10), TransitionChoice.readable(30));
    List<Box> sizes = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      sizes.add(new Box(0, 0, 30 + i % 7 * 4, 40 + i % 5 * 4));
    }
    List<Box> boxes = GraphLayout.place(graph, sizes);
    return boxes.get(0).x() - boxes.get(1).x();
  }

  @Test
  void distancesOfAPlaneAreFoundAgain() {
    RandomStream random = new RandomStream(5, "points");
    int n = 25;
    double[] x = new double[n];
    double[] y = new double[n];
    Arrays.setAll(x, i -> random.nextGaussian());
    Arrays.setAll(y, i -> random.nextGaussian());
    Dense distances = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        distances.set(i, j, Math.hypot(x[i] - x[j], y[i] - y[j]));
      }
    }
    Dense places = StressMajorisation.place(distances, 1);
    double worst = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double found =
            Math.hypot(places.get(i, 0) - places.get(j, 0), places.get(i, 1) - places.get(j, 1));
        worst = Math.max(worst, Math.abs(found / distances.get(i, j) - 1));
      }
    }
    assertTrue(worst < .05, "a distance is wrong by " + worst);
  }

  @Test
  void boxesOnOnePlaceComeApart() {
    Box[] boxes = new Box[40];
    Arrays.setAll(boxes, i -> new Box(7, -3, 10 + i % 3, 20));
    OverlapRemoval.apart(boxes, 5);
    assertApart(Arrays.asList(boxes), 5);
    Box[] free = {new Box(0, 0, 10, 10), new Box(15, 0, 10, 10)};
    Box[] before = free.clone();
    OverlapRemoval.apart(free, 5);
    assertEquals(Arrays.asList(before), Arrays.asList(free));
  }

  @Test
  void lowBoxesStandInStacksBesideHighOnes() {
    List<Box> boxes = new ArrayList<>(List.of(new Box(0, 0, 100, 100)));
    for (int i = 0; i < 8; i++) {
      boxes.add(new Box(0, 0, 19, 19));
    }
    List<Box> packed = ShelfPacking.pack(boxes, 6);
    assertApart(packed, 6 - 1e-9);
    Box all = Box.around(packed);
    assertEquals(100, all.height(), 1e-9);
    assertEquals(150, all.width(), 1e-9);
    assertEquals(List.of(), ShelfPacking.pack(List.of(), 6));
  }
}
