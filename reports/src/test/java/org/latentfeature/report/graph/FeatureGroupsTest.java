package org.latentfeature.report.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

class FeatureGroupsTest {

  private static TransitionGraph blocks(double[] usage) {
    return TransitionGraph.of(
        Chains.blocks(3, 4, .8), usage, TransitionChoice.readable(12).withThreshold(.1));
  }

  @Test
  void theBlocksOfAChainAreItsGroupsTheMostUsedFirst() {
    double[] usage = Chains.used(12, 10);
    usage[9] = 30;
    usage[5] = 20;
    FeatureGroups groups = FeatureGroups.of(blocks(usage), 5);
    assertEquals(
        List.of(List.of(9, 10, 11, 12), List.of(5, 6, 7, 8), List.of(1, 2, 3, 4)), groups.groups());
    assertEquals(1, groups.groupOf(7));
    assertEquals(-1, groups.groupOf(0));
    FeatureGroups two = FeatureGroups.of(blocks(usage), 2);
    assertEquals(groups.groups().subList(0, 2), two.groups());
    assertEquals(-1, two.groupOf(3));
    assertEquals(List.of(), FeatureGroups.of(blocks(usage), 0).groups());
  }

  @Test
  void theGroupsHaveTheLargestModularity() {
    // Two triangles joined by one edge: of all partitions that into the triangles has the largest
    // modularity, 6/7 − 1/2.
    Dense weights = Chains.even(6, 1e-6);
    int[][] edges = {{1, 2}, {2, 3}, {3, 1}, {3, 4}, {4, 5}, {5, 6}, {6, 4}};
    for (int[] edge : edges) {
      weights.set(edge[0], edge[1], 1);
    }
    TransitionGraph graph =
        TransitionGraph.of(
            Chains.normalised(weights),
            Chains.used(6, 1),
            TransitionChoice.readable(6).withThreshold(.3));
    assertEquals(List.of(List.of(1, 2, 3), List.of(4, 5, 6)), FeatureGroups.of(graph, 9).groups());
  }

  @Test
  void featuresWithoutTransitionsAreInNoGroup() {
    TransitionGraph graph =
        TransitionGraph.of(Chains.even(9, .1), Chains.used(9, 1), TransitionChoice.readable(9));
    assertEquals(List.of(), FeatureGroups.of(graph, 9).groups());
  }

  @Test
  void theNearestAreJoinedByTheLikeliestWays() {
    Dense weights = Chains.even(5, 1e-6);
    weights.set(0, 0, 1);
    weights.set(1, 2, .5);
    weights.set(1, 3, .5);
    weights.set(2, 4, .9);
    weights.set(2, 0, .1);
    weights.set(3, 0, 1);
    weights.set(5, 3, .4);
    weights.set(5, 0, .6);
    weights.set(4, 0, 1);
    TransitionGraph graph =
        TransitionGraph.of(
            Chains.normalised(weights),
            Chains.used(5, 1),
            TransitionChoice.readable(5).withThreshold(.3).withNullState(true));
    // 2 and 3 at .5, 4 at .45 by 2, 5 at .2 by 3 against its arrow; never by the null state.
    assertEquals(List.of(1, 2, 3, 4, 5), FeatureGroups.nearest(graph, 1, 9));
    assertEquals(List.of(1, 2, 3), FeatureGroups.nearest(graph, 1, 3));
    assertEquals(List.of(5, 3, 1, 2, 4), FeatureGroups.nearest(graph, 5, 5));
    assertEquals(
        "the graph shows no feature 6",
        assertThrows(IllegalArgumentException.class, () -> FeatureGroups.nearest(graph, 6, 2))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> FeatureGroups.nearest(graph, 0, 2));
    assertThrows(IllegalArgumentException.class, () -> FeatureGroups.of(graph, -1));
  }
}
