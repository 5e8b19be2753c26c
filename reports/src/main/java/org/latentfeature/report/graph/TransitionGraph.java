package org.latentfeature.report.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.markov.MarkovModel;
import org.latentfeature.markov.MarkovParameters;

/**
 * The graph of a Markov latent feature model (Zhang &amp; Paisley, ICML 2016): the features that
 * are used, and the transitions between them that a {@link TransitionChoice} picks out of all.
 * Immutable.
 */
public final class TransitionGraph {

  /** Sums of a row's probabilities may differ from 1 by this much. */
  private static final double ROUNDING = 1e-6;

  private static final double USED = .5;

  private final List<State> states;
  private final List<Transition> transitions;
  private final int used;
  private final TransitionChoice choice;
  private final int[] positions;

  private TransitionGraph(
      List<State> states,
      List<Transition> transitions,
      int used,
      TransitionChoice choice,
      int[] positions) {
    this.states = states;
    this.transitions = transitions;
    this.used = used;
    this.choice = choice;
    this.positions = positions;
  }

  /**
   * The graph of the states 0 … K, each feature named by its number.
   *
   * @param p transition probabilities, (K+1)×(K+1), entry (l, m) that of entering m after l
   * @param usage how often the chain was in each of the K+1 states; those of stochastic inference
   *     need not be whole, and a feature counts as used from {@value #USED} on
   * @throws IllegalArgumentException if the sizes differ, or {@code p} is no such matrix
   */
  public static TransitionGraph of(Dense p, double[] usage, TransitionChoice choice) {
    return of(p, usage, null, choice);
  }

  /** The graph of a fitted model with the names of its features; usage as below. */
  public static TransitionGraph of(MarkovModel model, TransitionChoice choice) {
    Manifest manifest = model.manifest();
    List<String> names =
        IntStream.rangeClosed(1, manifest.features())
            .mapToObj(
                j -> {
                  String name = manifest.featureName(j - 1);
                  return name.isEmpty() ? Integer.toString(j) : name;
                })
            .toList();
    MarkovParameters parameters = model.parameters();
    return of(parameters.probabilities(), usage(parameters), names, choice);
  }

  /** The graph of a fitted model; usage is that of the rows of its fit. */
  public static TransitionGraph of(MarkovParameters model, TransitionChoice choice) {
    return of(model.probabilities(), usage(model), choice);
  }

  private static double[] usage(MarkovParameters model) {
    Dense counts = model.counts();
    double[] usage = new double[counts.cols()];
    for (int l = 0; l < counts.rows(); l++) {
      for (int m = 0; m < usage.length; m++) {
        usage[m] += counts.get(l, m);
      }
    }
    return usage;
  }

  /**
   * Returns the graph of transition probabilities between features that may have names.
   *
   * @param names of the K features; any text; null where they have none
   */
  public static TransitionGraph of(
      Dense p, double[] usage, @Nullable List<String> names, TransitionChoice choice) {
    check(p, usage, names);
    int[] features =
        IntStream.range(1, p.rows())
            .filter(j -> usage[j] >= USED)
            .boxed()
            .sorted(Comparator.comparing((Integer j) -> -usage[j]).thenComparing(j -> j))
            .mapToInt(j -> j)
            .toArray();
    int[] shown = Arrays.copyOf(features, Math.min(features.length, choice.most()));
    Arrays.sort(shown);
    List<State> states = new ArrayList<>();
    if (choice.nullState()) {
      states.add(new State(0, usage[0], "null"));
    }
    for (int j : shown) {
      states.add(new State(j, usage[j], names == null ? Integer.toString(j) : names.get(j - 1)));
    }
    int[] positions = new int[p.rows()];
    Arrays.fill(positions, -1);
    for (int i = 0; i < states.size(); i++) {
      positions[states.get(i).number()] = i;
    }
    return new TransitionGraph(
        List.copyOf(states),
        List.copyOf(transitions(p, usage, states, choice)),
        features.length,
        choice,
        positions);
  }

  private static List<Transition> transitions(
      Dense p, double[] usage, List<State> states, TransitionChoice choice) {
    double[] average = afterAverageState(p, usage);
    double even = 1.0 / p.rows();
    List<Transition> transitions = new ArrayList<>();
    for (State state : states) {
      int l = state.number();
      List<Transition> fromHere = new ArrayList<>();
      for (State next : states) {
        fromHere.add(new Transition(l, next.number(), p.get(l, next.number())));
      }
      fromHere.sort(
          Comparator.comparing((Transition t) -> -t.probability()).thenComparing(Transition::to));
      int left = choice.strongest();
      for (Transition t : fromHere) {
        boolean candidate = t.to() != 0 && t.to() != l && left > 0;
        boolean standsOut =
            t.probability() >= TransitionChoice.STANDING_OUT * Math.max(even, average[t.to()]);
        if (t.probability() >= choice.threshold() || (candidate && standsOut)) {
          transitions.add(t);
        }
        left -= candidate ? 1 : 0;
      }
    }
    return transitions;
  }

  /** How likely each state is after one that is drawn by usage. */
  private static double[] afterAverageState(Dense p, double[] usage) {
    double all = Arrays.stream(usage).sum();
    double[] average = new double[p.cols()];
    for (int l = 0; all > 0 && l < p.rows(); l++) {
      for (int m = 0; m < p.cols(); m++) {
        average[m] += usage[l] / all * p.get(l, m);
      }
    }
    return average;
  }

  private static void check(Dense p, double[] usage, @Nullable List<String> names) {
    int states = p.rows();
    if (states < 1 || p.cols() != states) {
      throw new IllegalArgumentException(
          "transition probabilities of " + p.rows() + "×" + p.cols() + " are not of K+1 states");
    }
    if (usage.length != states) {
      throw new IllegalArgumentException(usage.length + " usages of " + states + " states");
    }
    if (names != null && names.size() != states - 1) {
      throw new IllegalArgumentException(names.size() + " names of " + (states - 1) + " features");
    }
    for (int l = 0; l < states; l++) {
      if (!(usage[l] >= 0 && usage[l] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("state " + l + " was used " + usage[l] + " times");
      }
      double sum = 0;
      for (int m = 0; m < states; m++) {
        double probability = p.get(l, m);
        if (!(probability >= 0)) {
          throw new IllegalArgumentException(
              "the probability of state " + m + " after state " + l + " is " + probability);
        }
        sum += probability;
      }
      if (!(Math.abs(sum - 1) <= ROUNDING)) {
        throw new IllegalArgumentException(
            "the transition probabilities from state " + l + " sum to " + sum + ", not to 1");
      }
    }
  }

  /** The states shown, in the order of their numbers. */
  public List<State> states() {
    return states;
  }

  /** The transitions shown, by state and from each the likeliest first. */
  public List<Transition> transitions() {
    return transitions;
  }

  /** The largest probability of a transition shown; 1 if there is none. */
  double likeliest() {
    return transitions.stream().mapToDouble(Transition::probability).max().orElse(1);
  }

  /** The largest usage of a feature shown; 1 if there is none. */
  double mostUsed() {
    return features().stream().mapToDouble(State::usage).max().orElse(1);
  }

  /** The states shown but for the null state. */
  public List<State> features() {
    return states.stream().filter(state -> !state.isNull()).toList();
  }

  /** Number of features that are used, shown or not. */
  public int used() {
    return used;
  }

  /** Returns the choice by which the states and transitions were picked. */
  public TransitionChoice choice() {
    return choice;
  }

  /** Place among {@link #states()} of the state of this number; −1 if it is not shown. */
  public int position(int number) {
    return number >= 0 && number < positions.length ? positions[number] : -1;
  }
}
