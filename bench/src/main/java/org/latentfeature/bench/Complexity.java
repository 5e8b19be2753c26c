package org.latentfeature.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.bench.machine.Machine;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.model.Model;

/**
 * How the processor time of a whole fit grows with N, D and K, for each method of {@code lfm fit}:
 * the exponent between a size and a multiple of it, as in the table of complexities of Yen et al.
 * 2017.
 */
final class Complexity {

  private static final int FACTOR = 4;

  /** That of K, which searches of all codes take 2^K steps for. */
  private static final int FEATURES_FACTOR = 2;

  /** Standard deviation of the noise; features have entries of deviation 1. */
  private static final double NOISE = .3;

  private static final String METHOD = "method";

  /** The options of each method: of the lasso, or of the estimator with its name. */
  private static final Map<String, Map<String, String>> METHODS = methods();

  private static Map<String, Map<String, String>> methods() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    all.put("lasso", Map.of(METHOD, "lasso"));
    all.put("paper-20", Map.of(METHOD, "paper", "max-steps", "20"));
    all.put("path", Map.of(METHOD, "path"));
    all.put("best", Map.of(METHOD, "best"));
    for (String other :
        List.of("cumulants", "spectral", "mf-binary", "bp-means", "variational", "anneal")) {
      all.put(other, Map.of());
    }
    return all;
  }

  private final Backend backend;
  private final Duration limit;
  private final int rounds;

  private Complexity(Backend backend, Duration limit, int rounds) {
    this.backend = backend;
    this.limit = limit;
    this.rounds = rounds;
  }

  static void start(String[] args) {
    Arguments arguments =
        new Arguments(args, "rows", "columns", "k", "rounds", "seconds", "methods");
    Map<String, Map<String, String>> methods =
        chosen(arguments.text("methods", String.join(",", METHODS.keySet())));
    int n = arguments.integer("rows", 1000, 1);
    int d = arguments.integer("columns", 50, 1);
    int k = arguments.integer("k", 8, 1);
    int rounds = arguments.integer("rounds", 3, 1);
    int seconds = arguments.integer("seconds", 20, 1);
    Backends.Choice choice = arguments.openBackend();
    try (Backend backend = choice.backend()) {
      Machine.describe("Processor time of a fit against N, D and K", choice);
      System.out.printf(
          "median processor seconds of %d fits of %d×%d, K %d, noise %s; exponents from there to %d times N and D, and %d times K; - where a fit is refused, or takes over %d s%n%n",
          rounds, n, d, k, NOISE, FACTOR, FEATURES_FACTOR, seconds);
      System.out.printf("%-12s %9s %6s %6s %6s%n", METHOD, "seconds", "N", "D", "K");
      Complexity measured = new Complexity(backend, Duration.ofSeconds(seconds), rounds);
      methods.forEach((name, words) -> measured.line(name, words, n, d, k));
    }
  }

  private static Map<String, Map<String, String>> chosen(String names) {
    Map<String, Map<String, String>> chosen = new LinkedHashMap<>();
    for (String name : names.split(",", -1)) {
      Map<String, String> words = METHODS.get(name);
      if (words == null) {
        throw new IllegalArgumentException(
            "--methods is %s; there are %s".formatted(name, String.join(",", METHODS.keySet())));
      }
      chosen.put(name, words);
    }
    return chosen;
  }

  private void line(String name, Map<String, String> words, int n, int d, int k) {
    String estimator = words.isEmpty() ? name : Estimators.DEFAULT;
    double base = seconds(estimator, words, n, d, k);
    System.out.printf(
        "%-12s %9s %6s %6s %6s%n",
        name,
        Double.isNaN(base) ? "-" : "%.3f".formatted(base),
        exponent(base, seconds(estimator, words, FACTOR * n, d, k), FACTOR),
        exponent(base, seconds(estimator, words, n, FACTOR * d, k), FACTOR),
        exponent(base, seconds(estimator, words, n, d, FEATURES_FACTOR * k), FEATURES_FACTOR));
  }

  static String exponent(double before, double after, int factor) {
    double exponent = Math.log(after / before) / Math.log(factor);
    return Double.isNaN(exponent) ? "-" : "%.2f".formatted(exponent);
  }

  /** The median of the fits but for the first, which warms the JVM; NaN if one has no end. */
  private double seconds(String estimator, Map<String, String> words, int n, int d, int k) {
    RepeatedTimes times = new RepeatedTimes();
    for (int round = 0; round <= rounds; round++) {
      SyntheticProblem problem = SyntheticProblem.dense(n, d, k, NOISE, round);
      double took;
      try {
        took = fit(Estimators.named(estimator).request(k, words), problem, round);
      } catch (IllegalArgumentException e) {
        System.err.printf("%s, %d×%d, K %d: %s%n", estimator, n, d, k, e.getMessage());
        return Double.NaN;
      }
      if (Double.isNaN(took)) {
        return took;
      }
      if (round > 0) {
        times.add(took);
      }
    }
    return times.median();
  }

  private <O extends FitOptions, M extends Model> double fit(
      FitRequest<O, M> request, SyntheticProblem problem, long seed) {
    try (LoadedData loaded = new LoadedData(backend, problem.x())) {
      OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long start = os.getProcessCpuTime();
      Ending ended = request.with(seed, limit).fit(loaded).ended();
      return ended == Ending.TIME_LIMIT ? Double.NaN : (os.getProcessCpuTime() - start) * 1e-9;
    }
  }
}
