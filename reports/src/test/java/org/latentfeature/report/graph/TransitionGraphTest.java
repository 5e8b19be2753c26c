package org.latentfeature.report.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

class TransitionGraphTest {

  private static final TransitionChoice TWO = TransitionChoice.readable(3);

  private static Set<String> arrows(TransitionGraph graph) {
    return graph.transitions().stream()
        .map(t -> t.from() + ">" + t.to())
        .collect(Collectors.toSet());
  }

  private static Dense three() {
    return Dense.wrap(
        4,
        4,
        new double[] {
          .1, .5, .2, .2, //
          .1, .1, .7, .1, //
          .3, .05, .05, .6, //
          .9, .05, .03, .02
        });
  }

  @Test
  void aThresholdShowsExactlyTheTransitionsThatReachIt() {
    TransitionGraph graph = TransitionGraph.of(three(), Chains.used(3, 10), TWO.withThreshold(.1));
    assertEquals(Set.of("1>1", "1>2", "1>3", "2>3"), arrows(graph));
    TransitionGraph withNull =
        TransitionGraph.of(three(), Chains.used(3, 10), TWO.withThreshold(.1).withNullState(true));
    assertEquals(
        Set.of("0>0", "0>1", "0>2", "0>3", "1>0", "1>1", "1>2", "1>3", "2>0", "2>3", "3>0"),
        arrows(withNull));
    assertEquals("null", withNull.states().get(0).label());
    assertEquals(3, withNull.features().size());
  }

  @Test
  void eachFeatureShowsItsLikeliestTransitionsThatStandOut() {
    // Of 20 features each is followed by two others with 0.12 and 0.10, by a third with 0.09.
    Dense weights = Chains.even(20, .038);
    for (int l = 1; l <= 20; l++) {
      weights.set(l, l % 20 + 1, .12);
      weights.set(l, (l + 1) % 20 + 1, .10);
      weights.set(l, (l + 2) % 20 + 1, .09);
    }
    TransitionGraph graph =
        TransitionGraph.of(
            Chains.normalised(weights), Chains.used(20, 5), TransitionChoice.readable(20));
    assertEquals(40, graph.transitions().size());
    assertTrue(arrows(graph).containsAll(Set.of("1>2", "1>3", "20>1", "20>2")));
    assertEquals(
        20,
        TransitionGraph.of(
                Chains.normalised(weights), Chains.used(20, 5), TransitionChoice.readable(101))
            .transitions()
            .size());
  }

  @Test
  void whatTheChainNeverLearntIsNoTransition() {
    // Rows of the prior alone, and rows that only say how often each feature is used.
    assertEquals(
        List.of(),
        TransitionGraph.of(Chains.even(30, 1 / 31.0), Chains.used(30, 1), TWO).transitions());
    Dense same = new Dense(31, 31);
    double[] usage = new double[31];
    for (int l = 0; l <= 30; l++) {
      usage[l] = l + 1;
      for (int m = 0; m <= 30; m++) {
        same.set(l, m, (m + 1.0) / (31 * 32 / 2.0));
      }
    }
    assertEquals(List.of(), TransitionGraph.of(same, usage, TWO).transitions());
  }

  @Test
  void onlyUsedFeaturesAreShownAndTheMostUsedOfMany() {
    double[] usage = {9, 4, 0, 7, .3, 2};
    Dense p = Chains.ring(5);
    TransitionGraph graph = TransitionGraph.of(p, usage, TWO);
    assertEquals(List.of(1, 3, 5), graph.states().stream().map(State::number).toList());
    assertEquals(Set.of("5>1"), arrows(graph));
    assertEquals(3, graph.used());
    assertEquals(1, graph.position(3));
    assertEquals(-1, graph.position(2));
    assertEquals(-1, graph.position(6));
    TransitionGraph two = TransitionGraph.of(p, usage, TWO.withMost(2));
    assertEquals(List.of(1, 3), two.states().stream().map(State::number).toList());
    assertEquals(3, two.used());
  }

  @Test
  void oneFeatureOrNoneIsAGraphToo() {
    Dense p = Dense.wrap(2, 2, new double[] {.5, .5, 1, 0});
    TransitionGraph one = TransitionGraph.of(p, new double[] {4, 4}, List.of("only"), TWO);
    assertEquals(List.of(new State(1, 4, "only")), one.states());
    assertEquals(List.of(), one.transitions());
    assertEquals(List.of(), TransitionGraph.of(p, new double[] {4, 0}, TWO).states());
    Dense nothing = Dense.wrap(1, 1, new double[] {1});
    assertEquals(List.of(), TransitionGraph.of(nothing, new double[] {4}, TWO).states());
  }

  @Test
  void whatIsNoChainIsRefused() {
    List<String> complaints = new ArrayList<>();
    double[] used = Chains.used(1, 1);
    double[][] wrong = {{.5, .5, .6, .3}, {.5, .5, -.1, 1.1}, {.5, .5, Double.NaN, 1}};
    for (double[] values : wrong) {
      Dense p = Dense.wrap(2, 2, values);
      complaints.add(message(() -> TransitionGraph.of(p, used, TWO)));
    }
    Dense p = Chains.even(1, .5);
    complaints.add(message(() -> TransitionGraph.of(new Dense(2, 3), used, TWO)));
    complaints.add(message(() -> TransitionGraph.of(p, Chains.used(2, 1), TWO)));
    complaints.add(message(() -> TransitionGraph.of(p, new double[] {1, -2}, TWO)));
    complaints.add(message(() -> TransitionGraph.of(p, used, List.of("a", "b"), TWO)));
    complaints.add(message(() -> TWO.withThreshold(0)));
    complaints.add(message(() -> TWO.withThreshold(1.5)));
    complaints.add(message(() -> TWO.withStrongest(-1)));
    complaints.add(message(() -> TWO.withMost(0)));
    assertEquals(
        List.of(
            "the transition probabilities from state 1 sum to 0.8999999999999999, not to 1",
            "the probability of state 0 after state 1 is -0.1",
            "the probability of state 0 after state 1 is NaN",
            "transition probabilities of 2×3 are not of K+1 states",
            "3 usages of 2 states",
            "state 1 was used -2.0 times",
            "2 names of 1 features",
            "the threshold 0.0 is not a probability above 0",
            "the threshold 1.5 is not a probability above 0",
            "-1 strongest transitions of each state",
            "a graph of at most 0 features"),
        complaints);
  }

  private static String message(org.junit.jupiter.api.function.Executable wrong) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, wrong).getMessage());
  }
}
