package org.latentfeature.report.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.latentfeature.base.linalg.Dense;

/**
 * Features that follow each other more than they follow others: the communities of a transition
 * graph. They come of joining two groups at a time, always those that raise the modularity most,
 * until none does (Newman 2004). An edge weighs as often as the chain ran along it, usage times
 * probability, whichever its direction. Immutable.
 */
public final class FeatureGroups {

  private final List<List<Integer>> groups;

  private FeatureGroups(List<List<Integer>> groups) {
    this.groups = groups;
  }

  /**
   * The groups of two features or more.
   *
   * @param most groups kept, the most used of more; features of the others are in none
   * @throws IllegalArgumentException if {@code most} is negative
   */
  public static FeatureGroups of(TransitionGraph graph, int most) {
    if (most < 0) {
      throw new IllegalArgumentException("at most " + most + " groups of features");
    }
    List<List<Integer>> communities = communities(flow(graph));
    communities.removeIf(community -> community.size() < 2);
    communities.sort(
        Comparator.comparing((List<Integer> community) -> -usage(graph, community))
            .thenComparing(community -> community.get(0)));
    List<List<Integer>> groups = new ArrayList<>();
    for (List<Integer> community : communities.subList(0, Math.min(most, communities.size()))) {
      groups.add(community.stream().map(i -> graph.states().get(i).number()).toList());
    }
    return new FeatureGroups(List.copyOf(groups));
  }

  /** No groups. */
  public static FeatureGroups none() {
    return new FeatureGroups(List.of());
  }

  /**
   * The numbers of each group's features, ascending; the group whose features are most used first.
   */
  public List<List<Integer>> groups() {
    return groups;
  }

  /** Which group, from 0, the feature of this number is in; −1 if in none. */
  public int groupOf(int number) {
    for (int g = 0; g < groups.size(); g++) {
      if (groups.get(g).contains(number)) {
        return g;
      }
    }
    return -1;
  }

  /**
   * The features nearest to one: those that the likeliest ways along the graph's transitions join
   * to it, in whichever direction; itself first.
   *
   * @param number of the feature
   * @param most features, itself among them; fewer if no ways lead to more
   * @throws IllegalArgumentException if the graph does not show that feature
   */
  public static List<Integer> nearest(TransitionGraph graph, int number, int most) {
    int start = number == 0 ? -1 : graph.position(number);
    if (start < 0) {
      throw new IllegalArgumentException("the graph shows no feature " + number);
    }
    record Way(int end, double probability) {}
    PriorityQueue<Way> ways =
        new PriorityQueue<>(
            Comparator.comparing((Way way) -> -way.probability()).thenComparing(Way::end));
    List<Integer> nearest = new ArrayList<>();
    ways.add(new Way(number, 1));
    while (nearest.size() < most && !ways.isEmpty()) {
      Way way = ways.remove();
      if (nearest.contains(way.end())) {
        continue;
      }
      nearest.add(way.end());
      for (Transition t : graph.transitions()) {
        if (t.from() != 0 && t.to() != 0 && (t.from() == way.end() || t.to() == way.end())) {
          int next = t.from() == way.end() ? t.to() : t.from();
          ways.add(new Way(next, way.probability() * t.probability()));
        }
      }
    }
    return List.copyOf(nearest);
  }

  private static double usage(TransitionGraph graph, List<Integer> positions) {
    return positions.stream().mapToDouble(i -> graph.states().get(i).usage()).sum();
  }

  /** The weight between two positions of features; that of the null state is in no group. */
  private static Dense flow(TransitionGraph graph) {
    int n = graph.states().size();
    Dense flow = new Dense(n, n);
    for (Transition t : graph.transitions()) {
      if (t.from() != 0 && t.to() != 0) {
        int i = graph.position(t.from());
        int j = graph.position(t.to());
        double weight = graph.states().get(i).usage() * t.probability();
        flow.set(i, j, flow.get(i, j) + weight);
        flow.set(j, i, flow.get(j, i) + weight);
      }
    }
    return flow;
  }

  /** Positions by community; each ascending, and the communities by their first. */
  private static List<List<Integer>> communities(Dense flow) {
    int n = flow.rows();
    double all = Arrays.stream(flow.values()).sum();
    // Between two communities, and what ends in each, as shares of all.
    Dense between = flow.copy();
    double[] ends = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        between.set(i, j, all > 0 ? flow.get(i, j) / all : 0);
        ends[i] += between.get(i, j);
      }
    }
    List<List<Integer>> members = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      members.add(new ArrayList<>(List.of(i)));
    }
    while (true) {
      double best = 0;
      int into = -1;
      int from = -1;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          double gain = 2 * (between.get(i, j) - ends[i] * ends[j]);
          if (between.get(i, j) > 0 && gain > best) {
            best = gain;
            into = i;
            from = j;
          }
        }
      }
      if (from < 0) {
        break;
      }
      join(between, ends, into, from);
      members.get(into).addAll(members.get(from));
      members.get(from).clear();
    }
    members.removeIf(List::isEmpty);
    members.forEach(community -> community.sort(null));
    return members;
  }

  private static void join(Dense between, double[] ends, int into, int from) {
    for (int k = 0; k < ends.length; k++) {
      between.set(into, k, between.get(into, k) + between.get(from, k));
      between.set(from, k, 0);
    }
    for (int k = 0; k < ends.length; k++) {
      between.set(k, into, between.get(k, into) + between.get(k, from));
      between.set(k, from, 0);
    }
    ends[into] += ends[from];
    ends[from] = 0;
  }
}
