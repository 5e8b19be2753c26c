package org.latentfeature.ibp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.EntryRange;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.model.SavedArray;
import org.latentfeature.fit.model.SavedArrays;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;

/**
 * A factorisation with its posterior: point Z and W, inclusion probabilities, mean and deviation of
 * the dictionary, and, unless it is of variational inference, the traces of the chains and where
 * they are. The features of all are in one order.
 *
 * @param manifest provenance and figures of the fit
 * @param z the likeliest Z of the first half of the chains, or the bits of probability above ½, N×K
 * @param w its least-squares dictionary, K×D
 * @param posterior of its features
 */
public record IndianBuffetModel(Manifest manifest, BinaryMatrix z, Dense w, Posterior posterior)
    implements FactorModel {

  /** Posteriors of Z under the Indian buffet process or its finite form. */
  public static final ModelKind<IndianBuffetModel> KIND =
      new ModelKind<>("indian-buffet", IndianBuffetModel::read);

  private static final String INCLUSION = "inclusion.npy";
  private static final String MEAN = "mean.npy";
  private static final String DEVIATION = "deviation.npy";
  private static final String PRESENCE = "presence.npy";
  private static final String TRACE = "trace.npy";
  private static final String CHAINS = "chains.npy";

  private static final String BEST = "best.npy";
  private static final String BEST_LOG = "best-log.npy";
  private static final String ORDER = "order.npy";

  /**
   * Columns of {@link #CHAINS}: sweeps, burn-in, K, σx, σa, α, whether K met its limit, and K of
   * {@link #BEST}.
   */
  private static final int CHAIN_COLUMNS = 8;

  /** Column of {@link #TRACE} before the quantities: number of the chain. */
  private static final int CHAIN = 0;

  private static final EntryRange SHARE =
      new EntryRange(value -> value >= 0 && value <= 1, "a share, 0 … 1");

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if the matrices and the manifest differ in shape, or there are
   *     more features than rows
   */
  public IndianBuffetModel {
    FactorModel.requireShapes(manifest, z, w);
  }

  private static String chain(int c) {
    return "chain-" + (c + 1) + ".npy";
  }

  private static String means(int c) {
    return "chain-" + (c + 1) + "-W.npy";
  }

  private static String sums(int c) {
    return "chain-" + (c + 1) + "-sums.npy";
  }

  private static String squares(int c) {
    return "chain-" + (c + 1) + "-squares.npy";
  }

  private static IndianBuffetModel read(Manifest manifest, SavedArrays arrays) throws IOException {
    FactorModel.requireFeatures(manifest);
    int n = manifest.rows();
    int k = manifest.features();
    int d = manifest.columns();
    SavedArray z = arrays.array(INCIDENCE, n, k, EntryRange.BINARY);
    SavedArray w = arrays.array(DICTIONARY, k, d, EntryRange.SINGLE);
    SavedArray inclusion = arrays.array(INCLUSION, n, k, SHARE);
    SavedArray mean = arrays.array(MEAN, k, d, EntryRange.FINITE_OR_NONE);
    SavedArray deviation = arrays.array(DEVIATION, k, d, EntryRange.FINITE_OR_NONE);
    SavedArray presence = arrays.array(PRESENCE, k, 1, SHARE);
    BinaryMatrix point = z.binary();
    Posterior variational =
        new Posterior(
            point,
            inclusion.dense(),
            mean.dense(),
            deviation.dense(),
            presence.dense(),
            List.of(),
            List.of(),
            List.of(),
            0,
            false,
            null);
    return new IndianBuffetModel(
        manifest,
        point,
        w.dense(),
        arrays.has(CHAINS) ? sampled(manifest, arrays, variational) : variational);
  }

  /** Returns {@code moments} with the chains that they were computed from. */
  private static Posterior sampled(Manifest manifest, SavedArrays arrays, Posterior moments)
      throws IOException {
    int n = manifest.rows();
    int d = manifest.columns();
    int chains = manifest.wholeOption(IndianBuffetEstimator.CHAINS, 1, Integer.MAX_VALUE);
    boolean infinite = isInfinite(manifest);
    int draws = Math.toIntExact((long) figure(manifest.figures(), IndianBuffetEstimator.DRAWS));
    SavedArray trace =
        arrays.array(TRACE, draws, 1 + Sample.QUANTITIES.size(), EntryRange.FINITE_OR_NONE);
    Dense last = arrays.array(CHAINS, chains, CHAIN_COLUMNS, EntryRange.WEIGHT).dense();
    List<ChainState> states = new ArrayList<>();
    List<Dense> dictionaries = new ArrayList<>();
    for (int c = 0; c < chains; c++) {
      int features = (int) last.get(c, 2);
      BinaryMatrix of = arrays.array(chain(c), n, features, EntryRange.BINARY).binary();
      dictionaries.add(arrays.array(means(c), features, d, EntryRange.FINITE_OR_NONE).dense());
      states.add(
          new ChainState(
              (int) last.get(c, 0),
              of,
              new Scales(last.get(c, 3), last.get(c, 4)),
              prior(infinite, features, last.get(c, 5))));
    }
    return new Posterior(
        moments.reference(),
        moments.inclusion(),
        moments.mean(),
        moments.deviation(),
        moments.presence(),
        traces(trace.dense(), chains),
        states,
        dictionaries,
        (int) last.get(0, 1),
        last.get(0, 6) > 0,
        arrays.has(BEST) ? continuation(manifest, arrays, chains, (int) last.get(0, 7)) : null);
  }

  private static boolean isInfinite(Manifest manifest) {
    return Boolean.parseBoolean(manifest.option(IndianBuffetEstimator.INFINITE));
  }

  /** Returns the prior of Z, of {@code features} features in the finite model. */
  static FeaturePrior prior(boolean infinite, int features, double alpha) {
    return infinite ? new InfiniteFeatures(alpha) : new FiniteFeatures(alpha, features);
  }

  /** Reads the state from which the chains run on; without sums if the chains are in burn-in. */
  private static Continuation continuation(
      Manifest manifest, SavedArrays arrays, int chains, int features) throws IOException {
    int k = manifest.features();
    int d = manifest.columns();
    BinaryMatrix best = arrays.array(BEST, manifest.rows(), features, EntryRange.BINARY).binary();
    Dense log = arrays.array(BEST_LOG, chains, 1, EntryRange.FINITE_OR_NONE).dense();
    Dense order = arrays.array(ORDER, k, 2, EntryRange.WEIGHT).dense();
    List<Dense> sums = new ArrayList<>();
    List<Dense> squares = new ArrayList<>();
    for (int c = 0; c < chains && arrays.has(sums(0)); c++) {
      sums.add(arrays.array(sums(c), k, d, EntryRange.FINITE_OR_NONE).dense());
      squares.add(arrays.array(squares(c), k, d, EntryRange.FINITE_OR_NONE).dense());
    }
    return new Continuation(best, log, column(order, 0), column(order, 1), sums, squares);
  }

  private static Dense column(Dense of, int column) {
    Dense one = new Dense(of.rows(), 1);
    for (int i = 0; i < of.rows(); i++) {
      one.set(i, 0, of.get(i, column));
    }
    return one;
  }

  /**
   * Returns a figure of a fit.
   *
   * @throws IllegalArgumentException if it is missing
   */
  static double figure(Map<String, Double> figures, String name) {
    Double value = figures.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the figure " + name + " is missing");
    }
    return value;
  }

  private static List<List<Sample>> traces(Dense trace, int chains) {
    List<List<Sample>> traces = new ArrayList<>();
    for (int c = 0; c < chains; c++) {
      List<Sample> samples = new ArrayList<>();
      for (int s = 0; s < trace.rows(); s++) {
        if (trace.get(s, CHAIN) == c + 1) {
          samples.add(
              new Sample(
                  (int) trace.get(s, 1),
                  trace.get(s, 2),
                  trace.get(s, 3),
                  trace.get(s, 4),
                  trace.get(s, 5),
                  trace.get(s, 6)));
        }
      }
      traces.add(samples);
    }
    return traces;
  }

  private Dense trace() {
    int rows = posterior.traces().stream().mapToInt(List::size).sum();
    Dense trace = new Dense(rows, 1 + Sample.QUANTITIES.size());
    int row = 0;
    for (int c = 0; c < posterior.traces().size(); c++) {
      for (Sample sample : posterior.traces().get(c)) {
        trace.set(row, CHAIN, c + 1);
        for (int q = 0; q < Sample.QUANTITIES.size(); q++) {
          trace.set(row, 1 + q, Sample.QUANTITIES.get(q).of().applyAsDouble(sample));
        }
        row++;
      }
    }
    return trace;
  }

  private Dense chains() {
    List<ChainState> states = posterior.states();
    Dense chains = new Dense(states.size(), CHAIN_COLUMNS);
    for (int c = 0; c < states.size(); c++) {
      ChainState state = states.get(c);
      chains.set(c, 0, state.sweep());
      chains.set(c, 1, posterior.burnIn());
      chains.set(c, 2, state.z().cols());
      chains.set(c, 3, state.scales().noise());
      chains.set(c, 4, state.scales().features());
      chains.set(c, 5, state.prior().mass());
      chains.set(c, 6, posterior.full() ? 1 : 0);
      Continuation continuation = posterior.continuation();
      chains.set(c, 7, continuation == null ? 0 : continuation.best().cols());
    }
    return chains;
  }

  @Override
  public Map<String, AtomicFile.Content> arrays() {
    Map<String, AtomicFile.Content> arrays = new LinkedHashMap<>(FactorModel.super.arrays());
    arrays.put(INCLUSION, out -> NpyWriter.write(posterior.inclusion(), out));
    arrays.put(MEAN, out -> NpyWriter.write(posterior.mean(), out));
    arrays.put(DEVIATION, out -> NpyWriter.write(posterior.deviation(), out));
    arrays.put(PRESENCE, out -> NpyWriter.write(posterior.presence(), out));
    if (posterior.isSampled()) {
      addChains(arrays);
    }
    return arrays;
  }

  private void addChains(Map<String, AtomicFile.Content> arrays) {
    arrays.put(TRACE, out -> NpyWriter.write(trace(), out));
    arrays.put(CHAINS, out -> NpyWriter.write(chains(), out));
    for (int c = 0; c < posterior.states().size(); c++) {
      BinaryMatrix of = posterior.states().get(c).z();
      arrays.put(chain(c), out -> NpyWriter.write(of, out));
      Dense means = posterior.dictionaries().get(c);
      arrays.put(means(c), out -> NpyWriter.write(means, out));
    }
    Continuation continuation = posterior.continuation();
    if (continuation != null) {
      add(continuation, arrays);
    }
  }

  private static void add(Continuation of, Map<String, AtomicFile.Content> arrays) {
    Dense order = new Dense(of.order().rows(), 2);
    for (int k = 0; k < order.rows(); k++) {
      order.set(k, 0, of.order().get(k, 0));
      order.set(k, 1, of.dictionaries().get(k, 0));
    }
    arrays.put(BEST, out -> NpyWriter.write(of.best(), out));
    arrays.put(BEST_LOG, out -> NpyWriter.write(of.logs(), out));
    arrays.put(ORDER, out -> NpyWriter.write(order, out));
    for (int c = 0; c < of.sums().size(); c++) {
      Dense sums = of.sums().get(c);
      arrays.put(sums(c), out -> NpyWriter.write(sums, out));
      Dense squares = of.squares().get(c);
      arrays.put(squares(c), out -> NpyWriter.write(squares, out));
    }
  }

  /** Returns a coder that also computes the predictive density of rows. */
  @Override
  public Coder coder(Backend backend, long seed) {
    return new PredictiveCoder(
        FactorModel.super.coder(backend, seed), densities(), partners(), backend.info().threads());
  }

  /** By each chain's last sample, or by variational inference. */
  private List<PredictiveDensity> densities() {
    if (!posterior.isSampled()) {
      int features = manifest.wholeOption(FitOptions.K, 1, Integer.MAX_VALUE);
      return List.of(
          new PredictiveDensity(
              BitProbabilities.of(
                  posterior.inclusion(), isInfinite(manifest), features, manifest.figures()),
              posterior.mean()));
    }
    return IntStream.range(0, posterior.states().size())
        .mapToObj(
            c -> new PredictiveDensity(posterior.states().get(c), posterior.dictionaries().get(c)))
        .toList();
  }

  private List<int[]> partners() {
    return posterior.isSampled()
        ? posterior.partners()
        : List.of(IntStream.range(0, z.cols()).toArray());
  }

  @Override
  public String toString() {
    return manifest.toString();
  }
}
