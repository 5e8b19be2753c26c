package org.latentfeature.evidence.rivals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.PathPosterior;
import org.latentfeature.step.coding.PathStatistics;

/**
 * A linear Gaussian model whose features are the nodes of a tree, with the nested Chinese
 * restaurant process as prior (Blei, Griffiths &amp; Jordan 2010): a row has the features of a path
 * from the root to a leaf, x = W_Aᵀ c + e, c ~ N(0, I/λ), e ~ N(0, s² I). At a node with n rows, of
 * which n_j went to child j, a row goes there with probability n_j/(n + γ), and to one of the
 * children without rows with γ/(n + γ) altogether; a child is chosen among at most b of them.
 *
 * <p>Rows choose their paths one after the other, given those of all others: at random from their
 * posterior in the first half of the sweeps, then the most probable. After each sweep W is the
 * maximum of the expected complete likelihood, with w ~ N(0, I/η).
 *
 * @param branching b of the levels below the root, such as 4, 4, 5
 * @param gamma γ, above 0
 * @param lambda λ, inverse variance of the weights
 * @param eta η, inverse variance of the entries of W
 * @param sweeps over all rows
 * @param seed of the start and of the draws
 */
public record NestedTree(
    List<Integer> branching, double gamma, double lambda, double eta, int sweeps, long seed) {

  /** Keeps an unmodifiable copy. */
  public NestedTree {
    branching = List.copyOf(branching);
  }

  /** A tree of 1 + 4 + 16 + 80 = 101 nodes, γ = 1. */
  public static NestedTree of(long seed) {
    return new NestedTree(List.of(4, 4, 5), 1, 1, 1, 60, seed);
  }

  /** Number of nodes of the whole tree, K. */
  public int nodes() {
    int nodes = 1;
    int level = 1;
    for (int b : branching) {
      level *= b;
      nodes += level;
    }
    return nodes;
  }

  /** The nodes of each path from the root to a leaf; children of a node have following numbers. */
  List<int[]> paths() {
    List<int[]> paths = new ArrayList<>(List.of(new int[] {0}));
    int next = 1;
    for (int b : branching) {
      List<int[]> longer = new ArrayList<>();
      for (int[] path : paths) {
        for (int child = 0; child < b; child++) {
          int[] whole = Arrays.copyOf(path, path.length + 1);
          whole[path.length] = next++;
          longer.add(whole);
        }
      }
      paths = longer;
    }
    return paths;
  }

  /**
   * A fitted model.
   *
   * @param w W, K×D
   * @param uses rows that each node's feature has
   * @param variance s²
   * @param settings of the fit
   */
  public record Model(Dense w, List<Integer> uses, double variance, NestedTree settings) {

    /** Keeps an unmodifiable copy. */
    public Model {
      uses = List.copyOf(uses);
    }

    /** The weights of rows given their features. */
    public PathPosterior posterior(Algebra algebra) {
      return new PathPosterior(
          w, algebra.multiplyTransposed(w, w), variance, settings.lambda * variance);
    }

    /** Draws the path of new rows, given those of all rows of the fit. */
    public Supplier<int[]> prior(long seed) {
      RandomStream random = new RandomStream(seed, "nested tree");
      List<int[]> paths = settings.paths();
      double[] shares =
          settings.exponentials(
              settings.logPriors(paths, uses.stream().mapToInt(u -> u).toArray()));
      return () -> paths.get(pick(shares, random.nextDouble()));
    }
  }

  /** ln p of each path, given the numbers of other rows at each node. */
  double[] logPriors(List<int[]> paths, int[] uses) {
    double[] priors = new double[paths.size()];
    for (int p = 0; p < priors.length; p++) {
      int[] path = paths.get(p);
      for (int level = 1; level < path.length; level++) {
        int b = branching.get(level - 1);
        int first = path[level] - (path[level] - firstOf(level)) % b;
        int empty = 0;
        for (int child = first; child < first + b; child++) {
          empty += uses[child] == 0 ? 1 : 0;
        }
        int here = uses[path[level]];
        double all = uses[path[level - 1]] + (empty > 0 ? gamma : 0);
        priors[p] += Math.log((here > 0 ? here : gamma / empty) / all);
      }
    }
    return priors;
  }

  /** The first node of a level; the root has level 0. */
  private int firstOf(int level) {
    int first = 0;
    int size = 1;
    for (int l = 0; l < level; l++) {
      first += size;
      size *= branching.get(l);
    }
    return first;
  }

  /** exp of each, divided by their sum. */
  private double[] exponentials(double[] logs) {
    double largest = Arrays.stream(logs).max().orElseThrow();
    double[] shares = Arrays.stream(logs).map(log -> Math.exp(log - largest)).toArray();
    double sum = Arrays.stream(shares).sum();
    return Arrays.stream(shares).map(share -> share / sum).toArray();
  }

  private static int pick(double[] shares, double u) {
    double sum = 0;
    for (int p = 0; p < shares.length; p++) {
      sum += shares[p];
      if (u < sum) {
        return p;
      }
    }
    return shares.length - 1; // Rounding has left the sum below 1, and u between them.
  }

  /**
   * Fits the rows of {@code x}, NaN for a missing entry.
   *
   * @param variance s², known
   * @param stop ends the fit with the model so far
   */
  public Model fit(Algebra algebra, Matrix x, double variance, StopSignal stop) {
    RandomStream random = new RandomStream(seed, "nested tree fit");
    List<int[]> paths = paths();
    int k = nodes();
    int[] chosen = new int[x.rows()];
    int[] uses = new int[k];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = random.nextInt(paths.size());
      count(uses, paths.get(chosen[i]), 1);
    }
    Model model = new Model(start(x, random), List.of(), variance, this);
    float[] row = new float[x.cols()];
    for (int sweep = 0; sweep < sweeps && !stop.isSet(); sweep++) {
      PathPosterior posterior = model.posterior(algebra);
      PathStatistics sums = new PathStatistics(k, x.cols());
      for (int i = 0; i < chosen.length; i++) {
        x.getRow(i, row);
        count(uses, paths.get(chosen[i]), -1);
        double[] logs = logPriors(paths, uses);
        for (int p = 0; p < logs.length; p++) {
          posterior.take(row, paths.get(p));
          logs[p] += posterior.logLikelihood();
        }
        chosen[i] =
            sweep < sweeps / 2 ? pick(exponentials(logs), random.nextDouble()) : largest(logs);
        count(uses, paths.get(chosen[i]), 1);
        posterior.take(row, paths.get(chosen[i]));
        sums.add(posterior, posterior.logLikelihood());
      }
      Dense moments = sums.moments();
      for (int j = 0; j < k; j++) {
        moments.set(j, j, moments.get(j, j) + eta * variance);
      }
      model = new Model(algebra.solve(moments, sums.cross()), List.of(), variance, this);
    }
    return new Model(model.w, Arrays.stream(uses).boxed().toList(), variance, this);
  }

  private static int largest(double[] values) {
    int best = 0;
    for (int p = 1; p < values.length; p++) {
      best = values[p] > values[best] ? p : best;
    }
    return best;
  }

  private static void count(int[] uses, int[] path, int change) {
    for (int node : path) {
      uses[node] += change;
    }
  }

  /** Distinct random rows times √λ, as often as there are rows for them, then small noise. */
  private Dense start(Matrix x, RandomStream random) {
    Dense w = new Dense(nodes(), x.cols());
    int[] rows = new RowOrder(x.rows(), random).next(nodes());
    for (int j = 0; j < w.rows(); j++) {
      for (int d = 0; d < x.cols(); d++) {
        float value = j < rows.length ? x.get(rows[j], d) : (float) (.1 * random.nextGaussian());
        w.set(j, d, Float.isNaN(value) ? 0 : Math.sqrt(lambda) * value);
      }
    }
    return w;
  }
}
