package org.latentfeature.fit.factor;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.KnownParts;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.Incumbent;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/**
 * A running fit of X ≈ Z W: the prepared rows, the refinement of codes on them, and the best result
 * so far, which is returned when the fit is stopped or its backend fails.
 */
public final class FactorFit {

  private final Backend backend;
  private final PreparedData data;
  private final FitMonitor monitor;
  private final ResidentRows rows;
  private final CodeRefinement refinement;
  private String method;
  private @Nullable Spectrum spectrum;
  private Spectrum.@Nullable Leading leading;

  private FactorFit(
      Backend backend,
      PreparedData data,
      FitMonitor monitor,
      ResidentRows rows,
      Opened opened,
      FitOptions options,
      String method,
      Incumbent<Found> incumbent) {
    this.backend = backend;
    this.data = data;
    this.monitor = monitor;
    this.rows = rows;
    this.method = method;
    refinement =
        new CodeRefinement(
            data.fitted(),
            rows,
            opened.open(new Factorisation.Limits(options.k())),
            opened.open(new Incidence.Limits(options.k())),
            data.leastSquares(),
            factors -> {
              int k = factors.z().cols();
              if (k >= 1 && k <= options.k()) {
                incumbent.offer(new Found(factors, this.method, Map.of()), -factors.squaredError());
              }
            });
  }

  /**
   * A result.
   *
   * @param factors of the prepared data
   * @param method that found them
   * @param figures further figures, by name, in the units of the prepared data
   * @param details of each feature, in their order; null if there are none
   */
  public record Found(
      Factors factors,
      String method,
      Map<String, Double> figures,
      @Nullable FeatureDetails details) {

    /** Creates a result without details of its features. */
    public Found(Factors factors, String method, Map<String, Double> figures) {
      this(factors, method, figures, null);
    }

    private Found select(int[] order) {
      return new Found(
          factors.select(order), method, figures, details == null ? null : details.select(order));
    }
  }

  /**
   * The result of a fit, its features in their {@link org.latentfeature.fit.model.FeatureOrder}.
   *
   * @param factors of the original data
   * @param found the result that they come from
   * @param rmse ‖X − Z W‖ / √(ND)
   * @param ended why the fit ended
   * @param trace its steps
   * @param seconds wall-clock time by phase
   */
  public record Result(
      Factors factors,
      Found found,
      double rmse,
      Ending ended,
      List<FitEvent> trace,
      Map<String, Double> seconds) {}

  /** How factors are found. */
  @FunctionalInterface
  public interface Method {
    /** Finds K features at most. */
    Found find(FactorFit fit);
  }

  /**
   * Runs a fit to {@code loaded}.
   *
   * @param leastSquares constraint on dictionaries
   * @param name method of the results, until {@link #method} changes it
   * @throws IllegalArgumentException if K > N, or all entries are zero
   * @throws org.latentfeature.data.DataException naming the first entry that is infinite
   * @throws UnfinishedFitException with the {@link Result} so far, if the backend fails once there
   *     is one
   */
  public static Result run(
      LoadedData loaded,
      FitOptions options,
      LeastSquares leastSquares,
      FitListener listener,
      String name,
      Method method) {
    FitMonitor monitor = new FitMonitor(listener, options.timeLimit());
    PreparedData data = prepare(loaded, options.k(), leastSquares, monitor);
    Incumbent<Found> incumbent = new Incumbent<>();
    return monitor.keeping(
        () -> {
          Found found = run(loaded.backend(), data, monitor, options, name, method, incumbent);
          return result(data, found, data.restore(List.of(found.factors())).get(0), monitor);
        },
        () -> {
          Found best = incumbent.best();
          return best == null ? null : onHost(data, best, monitor);
        });
  }

  /**
   * The prepared form of {@code data}.
   *
   * @throws IllegalArgumentException if K > N, or all entries are zero
   * @throws org.latentfeature.data.DataException naming a column without a known entry, unless
   *     {@code options} drop it
   */
  public static PreparedData prepare(LoadedData data, FitOptions options, FitMonitor monitor) {
    PreparedData prepared = prepare(data, options.k(), LeastSquares.FREE, monitor);
    if (!options.dropsEmptyColumns()) {
      KnownParts.requireColumns(data.source());
    }
    return prepared;
  }

  private static PreparedData prepare(
      LoadedData data, int k, LeastSquares leastSquares, FitMonitor monitor) {
    if (k > data.source().rows()) {
      throw new IllegalArgumentException(
          "K is %d, but X has only %d rows; choose a K of at most that"
              .formatted(k, data.source().rows()));
    }
    return monitor.time("prepare", () -> PreparedData.of(data, leastSquares, monitor.signal()));
  }

  private static Found run(
      Backend backend,
      PreparedData data,
      FitMonitor monitor,
      FitOptions options,
      String name,
      Method method,
      Incumbent<Found> incumbent) {
    try {
      ResidentRows rows = data.fitted().rows(limits(options.k()), monitor.signal());
      try (Opened opened = new Opened(rows, monitor.signal())) {
        FactorFit fit =
            new FactorFit(backend, data, monitor, rows, opened, options, name, incumbent);
        return method.find(fit);
      }
    } catch (StoppedException e) {
      Found best = incumbent.best();
      return best != null ? best : new Found(monitor.close(() -> mean(data)), name, Map.of());
    }
  }

  private static List<Limits<?>> limits(int k) {
    return List.of(new Incidence.Limits(k), new Factorisation.Limits(k));
  }

  private static Result result(
      PreparedData data, Found found, Factors restored, FitMonitor monitor) {
    int[] order = restored.order();
    return new Result(
        restored.select(order),
        found.select(order),
        data.originalRmse(restored.squaredError()),
        monitor.ended(),
        monitor.trace(),
        monitor.seconds());
  }

  /** Finishes the fit after the backend has failed. */
  private static Result onHost(PreparedData data, Found best, FitMonitor monitor) {
    try (Backend host = Backends.host(0)) {
      return result(data, best, data.restore(List.of(best.factors()), host).get(0), monitor);
    }
  }

  /** One feature of all rows, if there was no time for anything else. */
  public static Factors mean(PreparedData data) {
    Incidence.Limits one = new Incidence.Limits(1);
    Factorisation.Limits steps = new Factorisation.Limits(1);
    ResidentRows rows = data.fitted().rows(List.of(one, steps), StopSignal.NEVER);
    try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
      return new CodeRefinement(
              data.fitted(),
              rows,
              opened.open(steps),
              opened.open(one),
              data.leastSquares(),
              any -> {})
          .mean();
    }
  }

  /**
   * Bytes that a method needs besides prepared rows, codes and their refinement.
   *
   * @see PreparedData.Need
   */
  public static long bytesNeeded(
      Backend backend,
      int rows,
      int cols,
      int k,
      LeastSquares leastSquares,
      PreparedData.Need beside) {
    PreparedData.Need all = (n, d) -> backend.bytesNeeded(n, d, limits(k)) + beside.bytes(n, d);
    return leastSquares == LeastSquares.FREE
        ? PreparedData.bytesNeeded(backend, rows, cols, all, k)
        : all.bytes(rows, cols);
  }

  /** Where the rows are. */
  public Backend backend() {
    return backend;
  }

  /** The prepared data. */
  public PreparedData data() {
    return data;
  }

  /** The prepared rows. */
  public ResidentRows rows() {
    return rows;
  }

  /** X of these rows. */
  public Matrix x() {
    return data.fitted().x();
  }

  /** Measures times, and signals when to stop. */
  public FitMonitor monitor() {
    return monitor;
  }

  /** Refines codes; the best result so far is kept. */
  public CodeRefinement refinement() {
    return refinement;
  }

  /**
   * The spectrum of the prepared rows, computed by the first call.
   *
   * @throws IllegalArgumentException if X is too large
   */
  public Spectrum spectrum() {
    if (!Spectrum.isKnown(rows.rows(), rows.cols())) {
      throw new IllegalArgumentException(
          "X, %,d × %,d, is too large to compute its spectrum; fit a sample of its rows, or"
                  .formatted(rows.rows(), rows.cols())
              + " use estimator lasso");
    }
    Spectrum known = spectrum;
    if (known == null) {
      known =
          monitor.time("spectrum", () -> Spectrum.of(rows, backend.algebra(), monitor.signal()));
      spectrum = known;
    }
    return known;
  }

  /**
   * Checks that K is at most the maximum rank of X.
   *
   * @throws IllegalArgumentException if X has fewer than K rows, or columns that are not all zero
   */
  public void requireDimensions(int k) {
    int most = Math.min(rows.rows(), data.noisyCols());
    if (k > most) {
      throw new IllegalArgumentException(
          "K is %d, but the rank of X is at most %d; choose a K of at most that, or"
                  .formatted(k, most)
              + " use estimator lasso");
    }
  }

  /**
   * Returns the K leading vectors of the {@link #spectrum}, computed by the first call for K.
   *
   * @throws IllegalArgumentException if X has fewer than K dimensions, or is too large
   */
  public Spectrum.Leading leading(int k) {
    requireDimensions(k);
    Spectrum.Leading known = leading;
    if (known == null || known.basis().rows() != k) {
      Spectrum of = spectrum();
      known = monitor.time("spectrum", () -> of.leading(k));
      leading = known;
    }
    return known;
  }

  /**
   * The result of a fit that is stopped now.
   *
   * @param best of the prepared data
   */
  public Result soFar(Found best) {
    Factors restored = data.restore(List.of(best.factors())).get(0);
    Result now = result(data, best, restored, monitor);
    return new Result(
        now.factors(), now.found(), now.rmse(), Ending.STOPPED, now.trace(), now.seconds());
  }

  /** Bytes that {@link #soFar} needs beside those of the fit. */
  public static long bytesOfSoFar(Backend backend, int rows, int cols, int k) {
    return backend.bytesNeeded(rows, cols, limits(k)) - backend.bytesNeeded(rows, cols, List.of());
  }

  /** Sets the method of the following results. */
  public void method(String name) {
    method = name;
  }

  /**
   * Reports a step of {@link #method}.
   *
   * @param step its number, from 1
   * @param factors its result
   */
  public void step(int step, Factors factors) {
    step(step, factors.z().cols(), factors.squaredError());
  }

  /**
   * Reports a step of {@link #method} whose factors are not at hand.
   *
   * @param features of the result
   * @param squaredError of the prepared data
   */
  public void step(int step, int features, double squaredError) {
    double objective = squaredError / (2.0 * rows.rows() * data.scale() * data.scale());
    monitor.step(method, step, features, objective, data.rmse(squaredError), Map.of());
  }
}
