package org.latentfeature.evidence.rivals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.io.image.PatchAverage;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;
import org.latentfeature.markov.denoise.DenoisedPlane;
import org.latentfeature.markov.denoise.TrainingPatches;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.PathPosterior;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;

/**
 * Beta process factor analysis (Paisley &amp; Carin 2009), truncated to K features:
 *
 * <pre>
 *   x = Wᵀ (z ∘ c) + e,  z_k ~ Bernoulli(π_k),  π_k ~ Beta(a/K, b(K−1)/K),
 *   c ~ N(0, I/λ),  w_k ~ N(0, I/η),  e ~ N(0, s² I)
 * </pre>
 *
 * <p>Rows are coded greedily with c integrated out, π has its exact posterior given the codes, and
 * W is the maximum of the expected complete likelihood, over all rows or, stochastically, over
 * running sums of batches (Sertoglu &amp; Paisley 2015). It is the Markov model whose transitions
 * do not depend on the state: ln θ_lk becomes E ln π_k − E ln(1 − π_k).
 *
 * @param k maximum number of features, K
 * @param a of the prior of π, above 0
 * @param b of the prior of π, above 0
 * @param lambda λ, inverse variance of the weights
 * @param eta η, inverse variance of the entries of W
 * @param iterations maximum of steps
 * @param batch rows of a step; all rows if there are no more
 * @param shortest minimum features that the search gives a row, 0 or 1
 * @param seed of the start and of the batches
 */
public record BetaProcess(
    int k,
    double a,
    double b,
    double lambda,
    double eta,
    int iterations,
    int batch,
    int shortest,
    long seed) {

  /** t0 and −κ of the step sizes (t + t0)^−κ. */
  private static final double DELAY = 10;

  private static final double DECAY = -0.75;

  /** A step over all rows that raises the objective by no more of its size is the last. */
  private static final double CONVERGED = 1e-7;

  /** Side of a patch. */
  private static final int PATCH = 8;

  /** Patches coded at once. */
  private static final int BAND = 1 << 15;

  /** Checks K. */
  public BetaProcess {
    if (k < 2) {
      throw new IllegalArgumentException("K is " + k + "; a beta process needs at least 2");
    }
  }

  /** All rows in each step, a = b = 1. */
  public static BetaProcess ofRows(int k, long seed) {
    return new BetaProcess(k, 1, 1, 1, 1, 500, Integer.MAX_VALUE, 0, seed);
  }

  /** These settings with another seed. */
  public BetaProcess withSeed(long value) {
    return new BetaProcess(k, a, b, lambda, eta, iterations, batch, shortest, value);
  }

  /** For the 8×8 patches of an image of grey levels, at the settings of the Markov model there. */
  public static BetaProcess ofPatches(int k, long seed) {
    return new BetaProcess(k, 1, 1, .1, 1.0 / (255 * 255), 500, 10_000, 1, seed);
  }

  /**
   * A fitted model.
   *
   * @param w W, K×D
   * @param uses number of rows that have each feature, K
   * @param rows number of rows
   * @param variance s²
   * @param settings of the fit
   * @param objectives ln p(x | Z) + ln p(Z) + ln p(W) of all rows after each step over them; none
   *     of a fit to batches
   */
  public record Model(
      Dense w,
      List<Double> uses,
      double rows,
      double variance,
      BetaProcess settings,
      List<Double> objectives) {

    /** Keeps unmodifiable copies. */
    public Model {
      uses = List.copyOf(uses);
      objectives = List.copyOf(objectives);
    }

    private double first(int k) {
      return settings.a / settings.k + uses.get(k);
    }

    private double second(int k) {
      return settings.b * (settings.k - 1) / settings.k + rows - uses.get(k);
    }

    /** E π_k: the probability that a new row has feature {@code k}. */
    double probability(int k) {
      return first(k) / (first(k) + second(k));
    }

    /** E ln π_k − E ln(1 − π_k). */
    private double logOdds(int k) {
      return GammaFunctions.digamma(first(k)) - GammaFunctions.digamma(second(k));
    }

    private double ridge() {
      return settings.lambda * variance;
    }

    PathObjective objective() {
      Dense gains = new Dense(settings.k + 1, settings.k);
      for (int l = 0; l <= settings.k; l++) {
        for (int k = 0; k < settings.k; k++) {
          gains.set(l, k, logOdds(k));
        }
      }
      return new PathObjective(
          w, gains, variance, ridge(), Gain.MARGINAL, Paths.LONGEST, settings.shortest);
    }

    private PathModel scores() {
      Dense scores = new Dense(settings.k + 1, settings.k + 1);
      for (int l = 0; l <= settings.k; l++) {
        for (int k = 0; k < settings.k; k++) {
          scores.set(l, k + 1, logOdds(k));
        }
      }
      return new PathModel(w, scores, variance, ridge(), Orders.FOUND);
    }

    /** The weights of rows given their features. */
    public PathPosterior posterior(Algebra algebra) {
      return new PathPosterior(w, algebra.multiplyTransposed(w, w), variance, ridge());
    }

    /** Draws the features of new rows. */
    public Supplier<int[]> prior(long seed) {
      RandomStream random = new RandomStream(seed, "beta process");
      return () ->
          IntStream.range(0, settings.k)
              .filter(k -> random.nextDouble() < probability(k))
              .toArray();
    }

    /** Σ_k ln B(first_k, second_k) − ln B(a/K, b(K−1)/K), of the codes; and ln p(W). */
    private double logPrior() {
      double sum =
          0.5 * w.values().length * Math.log(settings.eta / (2 * Math.PI))
              - 0.5 * settings.eta * w.squaredNorm();
      double alpha = settings.a / settings.k;
      double beta = settings.b * (settings.k - 1) / settings.k;
      for (int k = 0; k < settings.k; k++) {
        sum += logBeta(first(k), second(k)) - logBeta(alpha, beta);
      }
      return sum;
    }
  }

  private static double logBeta(double x, double y) {
    return GammaFunctions.lnGamma(x) + GammaFunctions.lnGamma(y) - GammaFunctions.lnGamma(x + y);
  }

  /**
   * Fits the rows of {@code data}.
   *
   * @param variance s², known
   * @param stop ends the fit with the model so far
   */
  public Model fit(Backend backend, LoadedData data, double variance, StopSignal stop) {
    PathCoder.Limits limits = new PathCoder.Limits(k);
    try (PathCoder coder = data.rows(List.of(limits), stop).open(limits, stop)) {
      return batch >= coder.rows()
          ? ofAll(backend.algebra(), coder, data.x(), variance, stop)
          : ofBatches(backend.algebra(), coder, data.x(), variance, stop);
    }
  }

  private Model ofAll(
      Algebra algebra, PathCoder coder, Matrix x, double variance, StopSignal stop) {
    int[] rows = IntStream.range(0, coder.rows()).toArray();
    Model model = start(x, variance);
    List<Double> objectives = new ArrayList<>();
    boolean done = false;
    PathCoder.Expectation found = null;
    while (!done && objectives.size() < iterations && !stop.isSet()) {
      Paths fresh = coder.code(model.objective(), rows);
      found = coder.expectation(model.scores(), rows, fresh, found == null ? null : found.paths());
      PathStatistics sums = found.sums();
      Model coded = model(model.w, uses(sums), rows.length, variance);
      double objective = sums.logLikelihood() + coded.logPrior();
      double before = objectives.isEmpty() ? -1e300 : objectives.get(objectives.size() - 1);
      done = objective - before <= CONVERGED * Math.abs(objective);
      objectives.add(objective);
      Dense w = solve(algebra, sums.moments(), sums.cross(), variance);
      model = model(w, coded.uses, rows.length, variance);
    }
    return new Model(model.w, model.uses, model.rows, variance, this, objectives);
  }

  private Model ofBatches(
      Algebra algebra, PathCoder coder, Matrix x, double variance, StopSignal stop) {
    RowOrder order = new RowOrder(x.rows(), new RandomStream(seed, "beta process batches"));
    Model model = start(x, variance);
    double[] uses = model.uses.stream().mapToDouble(u -> u).toArray();
    // As if every feature had been drawn equally often with the dictionary of the start.
    double each = x.rows() / (k * lambda);
    Dense moments = new Dense(k, k);
    Dense cross = new Dense(k, x.cols());
    for (int j = 0; j < k; j++) {
      moments.set(j, j, each);
    }
    move(cross, model.w, 1, each);
    for (int step = 1; step <= iterations && !stop.isSet(); step++) {
      int[] rows = order.next(batch);
      Paths paths = coder.code(model.objective(), rows);
      PathStatistics sums = coder.statistics(model.scores(), rows, paths);
      double rate = Math.pow(step + DELAY, DECAY);
      double share = rate * x.rows() / rows.length;
      move(moments, sums.moments(), rate, share);
      move(cross, sums.cross(), rate, share);
      List<Double> fresh = uses(sums);
      for (int j = 0; j < k; j++) {
        uses[j] = (1 - rate) * uses[j] + share * fresh.get(j);
      }
      model =
          model(
              solve(algebra, moments, cross, variance),
              Arrays.stream(uses).boxed().toList(),
              x.rows(),
              variance);
    }
    return model;
  }

  private static void move(Dense sums, Dense batch, double rate, double share) {
    for (int i = 0; i < sums.values().length; i++) {
      sums.values()[i] = (1 - rate) * sums.values()[i] + share * batch.values()[i];
    }
  }

  private Model model(Dense w, List<Double> uses, double rows, double variance) {
    return new Model(w, uses, rows, variance, this, List.of());
  }

  /** Features are distinct random rows times √λ, and each row is taken to have one. */
  private Model start(Matrix x, double variance) {
    if (k > x.rows()) {
      throw new IllegalArgumentException(
          "K is %,d, but X has only %,d rows".formatted(k, x.rows()));
    }
    RandomStream random = new RandomStream(seed, "beta process dictionary");
    int[] rows = new RowOrder(x.rows(), random).next(k);
    Dense w = new Dense(k, x.cols());
    for (int j = 0; j < k; j++) {
      for (int d = 0; d < x.cols(); d++) {
        float value = x.get(rows[j], d);
        w.set(j, d, Float.isNaN(value) ? 0 : Math.sqrt(lambda) * value);
      }
    }
    return model(w, Collections.nCopies(k, (double) x.rows() / k), x.rows(), variance);
  }

  /** W = (S2 + ηs² I)⁻¹ S1. */
  private Dense solve(Algebra algebra, Dense moments, Dense cross, double variance) {
    Dense a = moments.copy();
    for (int j = 0; j < k; j++) {
      a.set(j, j, a.get(j, j) + eta * variance);
    }
    return algebra.solve(a, cross);
  }

  private List<Double> uses(PathStatistics sums) {
    return IntStream.range(0, k)
        .mapToObj(
            j ->
                IntStream.rangeClosed(0, k)
                    .mapToDouble(l -> sums.transitions().get(l, j + 1))
                    .sum())
        .toList();
  }

  /**
   * The denoised plane and the features of a patch: patches minus their means are learned, coded
   * and averaged.
   *
   * @param sigma standard deviation of the noise, above 0
   * @throws org.latentfeature.data.DataException if the plane is smaller than a patch
   * @throws org.latentfeature.base.progress.StoppedException once {@code stop} is set
   */
  public DenoisedPlane denoise(Backend backend, Plane noisy, double sigma, StopSignal stop) {
    Model model;
    Matrix training = TrainingPatches.of(noisy, PATCH, PatchMean.REMOVED, seed);
    try (LoadedData data = new LoadedData(backend, training)) {
      model = fit(backend, data, sigma * sigma, stop);
    }
    Patches patches = new Patches(noisy, PATCH, PatchMean.REMOVED);
    PatchAverage average = new PatchAverage(patches);
    PathCoder.Limits limits = new PathCoder.Limits(k);
    PathPosterior posterior = model.posterior(backend.algebra());
    float[] patch = new float[patches.entries()];
    long features = 0;
    for (int first = 0; first < patches.count(); first += BAND) {
      stop.check();
      Matrix x = Matrix.allocate(Math.min(BAND, patches.count() - first), patches.entries());
      float[] means = new float[x.rows()];
      patches.copy(first, x.rows(), x, means);
      try (LoadedData data = new LoadedData(backend, x);
          PathCoder coder = data.rows(List.of(limits), stop).open(limits, stop)) {
        Paths paths = coder.code(model.objective());
        features += paths.visits();
        for (int i = 0; i < x.rows(); i++) {
          x.getRow(i, patch);
          posterior.take(patch, paths, i);
          posterior.reconstruct(patch);
          x.setRow(i, patch);
        }
      }
      average.add(first, x.rows(), x, means);
    }
    return new DenoisedPlane(average.average(), (double) features / patches.count());
  }
}
