package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.CorrelatedProblem;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.SyntheticRows;
import picocli.CommandLine.Option;

/** What a problem of a size that one chooses is like. */
final class SizedOptions {

  @Option(names = "--rows", paramLabel = "N", description = "Rows of X, a whole number from K on.")
  @Nullable Integer rows;

  @Option(
      names = "--columns",
      paramLabel = "D",
      description = "Columns of X, a whole number above 0.")
  @Nullable Integer columns;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      description = "Number of features, up to the number of rows.")
  @Nullable Integer features;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      description =
          "Standard deviation of the noise, 0 or more, where the entries of W of dense have 1 (default:"
              + " 0.01).")
  double sigma = .01;

  @Option(
      names = "--prevalence",
      paramLabel = "P[..Q]",
      description =
          "Of dense: share of the rows that have a feature, above 0 and below 1; or, such as 0.1..0.5, shares"
              + " spread evenly from the first feature to the last (default: 0.5).")
  String prevalence = Prevalence.HALF.toString();

  @Option(
      names = "--dependence",
      paramLabel = "FORM",
      description =
          "Of dense: how features depend on each other. none. factor:R: a Gaussian copula with one common"
              + " factor and correlation R, at least 0 and below 1. pairs:R: every second feature"
              + " differs from the one before it in a share R of the rows, above 0 and at most twice"
              + " the smaller of prevalence and 1 − prevalence; it has the prevalence of that one."
              + " chain:R: each feature copies the one before it with probability R, at least 0 and"
              + " below 1, and else is a coin of its own prevalence (default: none).")
  String dependence = FeatureDependence.NONE.toString();

  @Option(
      names = "--noise",
      paramLabel = "SHAPE",
      description =
          "Of dense: equal: normal, the same in all columns. columns: normal; each column has a standard"
              + " deviation of its own, log-uniform within a factor of 9, their root mean square is"
              + " the one given. t: Student's t with 3 degrees of freedom, scaled to the standard"
              + " deviation given (default: equal).")
  NoiseShape noise = NoiseShape.EQUAL;

  @Option(
      names = "--norm",
      paramLabel = "R",
      description = "Of spectral: norm of the rows of W, above 0 (default: 2.0).")
  double norm = 2;

  @Option(
      names = "--alpha",
      paramLabel = "A",
      description =
          "Of admixture: parameter of the Dirichlet distribution of an individual's shares, above 0;"
              + " the smaller, the less admixed (default: 0.5).")
  double alpha = .5;

  @Option(
      names = "--drift",
      paramLabel = "F",
      description =
          "Of admixture: how far populations are from their ancestors, above 0 and below 1 (default:"
              + " 0.1).")
  double drift = .1;

  static final String DENSE = "dense";
  static final String SPECTRAL = "spectral";
  static final String ADMIXTURE = "admixture";

  /** The problems whose size one chooses. */
  static final List<String> NAMES = List.of(DENSE, SPECTRAL, ADMIXTURE);

  /** The problems that have an option. */
  static List<String> of(String option) {
    return switch (option) {
      case "--prevalence", "--dependence", "--noise" -> List.of(DENSE);
      case "--sigma" -> List.of(DENSE, SPECTRAL);
      case "--norm" -> List.of(SPECTRAL);
      case "--alpha", "--drift" -> List.of(ADMIXTURE);
      default -> NAMES;
    };
  }

  /**
   * The dense problem.
   *
   * @throws IllegalArgumentException naming the option that is missing, or whose value cannot be
   */
  SyntheticRows dense(long seed) {
    return problem(
        DENSE,
        (n, d, k) ->
            new DenseProblem(
                    n,
                    d,
                    k,
                    sigma,
                    Prevalence.of(prevalence),
                    FeatureDependence.of(dependence),
                    noise,
                    seed)
                .draw());
  }

  /** The same with correlated features. */
  SyntheticRows spectral(long seed) {
    return problem(SPECTRAL, (n, d, k) -> new CorrelatedProblem(n, d, k, sigma, norm, seed).draw());
  }

  /** Genotypes of admixed individuals. */
  AdmixtureProblem.Drawn admixture(long seed) {
    return problem(
        ADMIXTURE, (n, d, k) -> new AdmixtureProblem(n, d, k, alpha, drift, seed).draw());
  }

  private interface Sized<P> {
    P of(int rows, int columns, int features);
  }

  private <P> P problem(String name, Sized<P> problem) {
    if (rows == null || columns == null || features == null) {
      throw new IllegalArgumentException(name + " needs " + String.join(", ", missing()));
    }
    try {
      return problem.of(rows, columns, features);
    } catch (IllegalArgumentException e) {
      // Complaints begin with the component's name, which is the option's.
      throw new IllegalArgumentException("--" + e.getMessage(), e);
    }
  }

  private List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (rows == null) {
      missing.add("--rows");
    }
    if (columns == null) {
      missing.add("--columns");
    }
    if (features == null) {
      missing.add("--features");
    }
    return missing;
  }
}
