package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.ChainProblem;
import org.latentfeature.data.CorrelatedProblem;
import org.latentfeature.data.CorrelatedProblem.Codes;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.MeterProblem;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SyntheticRows;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.SyntheticPicture;
import org.latentfeature.markov.MarkovProblem;
import picocli.CommandLine.Option;

/** The options of a synthetic problem whose size the user chooses. */
final class SizedOptions {

  @Option(names = "--rows", paramLabel = "N", description = "Number of rows of X, at least K.")
  @Nullable Integer rows;

  @Option(
      names = "--columns",
      paramLabel = "D",
      description = "Number of columns of X, at least 1.")
  @Nullable Integer columns;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      description = "Number of features, 1 to N.")
  @Nullable Integer features;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      description =
          "Standard deviation of the noise, at least 0; the entries of W of dense and chain and the weights of"
              + " markov have 1; of meter, in watts (dense, sparse, spectral, markov, chain and meter only) (default: 0.01; meter: 5; spectral with --rbm: 1).")
  @Nullable Double sigma;

  @Option(
      names = "--prevalence",
      paramLabel = "P[..Q]",
      description =
          "Share of rows that have a feature, above 0 and below 1; a range such as 0.1..0.5 "
              + "spreads the shares evenly from the first feature to the last (dense only) (default: "
              + "0.5).")
  String prevalence = Prevalence.HALF.toString();

  @Option(
      names = "--dependence",
      paramLabel = "FORM",
      description =
          "Dependence between features. none: independent. factor:R: Gaussian copula with one "
              + "common factor of correlation R, at least 0 and below 1. pairs:R: each second "
              + "feature is a copy of the one before it that differs in a share R of the rows, above "
              + "0 and at most twice the smaller of prevalence and 1 − prevalence. chain:R: each "
              + "feature copies the one before it with probability R, at least 0 and below 1, and is "
              + "otherwise drawn by its own prevalence (dense only) (default: none).")
  String dependence = FeatureDependence.NONE.toString();

  @Option(
      names = "--noise",
      paramLabel = "SHAPE",
      description =
          "Distribution of the noise. equal: normal, the same in all columns. columns: normal, "
              + "each column with its own standard deviation, log-uniform within a factor of 9, with "
              + "--sigma as their root mean square. t: Student's t with 3 degrees of freedom, scaled "
              + "to --sigma (dense only) (default: equal).")
  NoiseShape noise = NoiseShape.EQUAL;

  @Option(
      names = "--nonzeros",
      paramLabel = "M",
      description =
          "Number of entries of X that are not zero, at least 1 and at most a quarter of all; half of them are only"
              + " noise (sparse only) (default: 50 for each row).")
  @Nullable Integer nonZeros;

  @Option(
      names = "--norm",
      paramLabel = "R",
      description = "Norm of the rows of W, above 0 (spectral only) (default: 2).")
  double norm = 2;

  @Option(
      names = "--rbm",
      description =
          "Codes are the hidden units of a Gaussian-Bernoulli restricted Boltzmann machine, "
              + "coupled by w_k·w_l/S², S being --sigma, for at most 20 features (spectral only).")
  boolean rbm;

  @Option(
      names = "--exclusive",
      description = "Each row has exactly one feature, a mixture (spectral only).")
  boolean exclusive;

  @Option(
      names = "--alpha",
      paramLabel = "A",
      description =
          "Parameter of the Dirichlet distribution of an individual's shares, above 0; smaller "
              + "values mean less admixture (admixture only) (default: 0.5).")
  double alpha = .5;

  @Option(
      names = "--drift",
      paramLabel = "F",
      description =
          "Distance of the populations from their common ancestor (F_ST), above 0 and below 1 "
              + "(admixture only) (default: 0.1).")
  double drift = .1;

  @Option(
      names = "--height",
      paramLabel = "H",
      description = "Height of the image in pixels, at least 16 (picture only) (default: 256).")
  int height = 256;

  @Option(
      names = "--width",
      paramLabel = "W",
      description = "Width of the image in pixels, at least 16 (picture only) (default: 256).")
  int width = 256;

  static final String DENSE = "dense";
  static final String SPARSE = "sparse";
  static final String SPECTRAL = "spectral";
  static final String ADMIXTURE = "admixture";
  static final String MARKOV = "markov";
  static final String CHAIN = "chain";
  static final String METER = "meter";
  static final String PICTURE = "picture";

  static final double USUAL_SIGMA = .01;

  /** An RBM's: much less noise would couple its units so much that all rows are alike. */
  static final double RBM_SIGMA = 1;

  private static final List<String> MATRICES =
      List.of(DENSE, SPARSE, SPECTRAL, ADMIXTURE, MARKOV, CHAIN, METER);

  /** The problems whose size one chooses. */
  static final List<String> NAMES =
      List.of(DENSE, SPARSE, SPECTRAL, ADMIXTURE, MARKOV, CHAIN, METER, PICTURE);

  /** The problems that have an option. */
  static List<String> of(String option) {
    return switch (option) {
      case "--prevalence", "--dependence", "--noise" -> List.of(DENSE);
      case "--sigma" -> List.of(DENSE, SPARSE, SPECTRAL, MARKOV, CHAIN, METER);
      case "--nonzeros" -> List.of(SPARSE);
      case "--norm", "--rbm", "--exclusive" -> List.of(SPECTRAL);
      case "--alpha", "--drift" -> List.of(ADMIXTURE);
      case "--height", "--width" -> List.of(PICTURE);
      default -> MATRICES;
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
                    sigma(),
                    Prevalence.of(prevalence),
                    FeatureDependence.of(dependence),
                    noise,
                    seed)
                .draw());
  }

  /** A problem of sparse rows. */
  SparseProblem.Drawn sparse(long seed) {
    return problem(
        SPARSE,
        (n, d, k) ->
            new SparseProblem(n, d, k, nonZeros == null ? usual(n, d) : nonZeros, sigma(), seed)
                .draw());
  }

  private static int usual(int n, int d) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2, n * Math.min(50L, d / 4)));
  }

  /** Draws a problem with correlated features, for spectral estimators. */
  SyntheticRows spectral(long seed) {
    if (rbm && exclusive) {
      throw new IllegalArgumentException("--rbm and --exclusive exclude each other; choose one");
    }
    double noise = rbm && sigma == null ? RBM_SIGMA : sigma();
    Codes codes = rbm ? Codes.RBM : exclusive ? Codes.EXCLUSIVE : Codes.ROUNDED;
    return problem(
        SPECTRAL, (n, d, k) -> new CorrelatedProblem(n, d, k, noise, norm, codes, seed).draw());
  }

  /** Genotypes of admixed individuals. */
  AdmixtureProblem.Drawn admixture(long seed) {
    return problem(
        ADMIXTURE, (n, d, k) -> new AdmixtureProblem(n, d, k, alpha, drift, seed).draw());
  }

  /** Rows of a Markov latent feature model. */
  MarkovProblem markov(long seed) {
    return problem(MARKOV, (n, d, k) -> MarkovProblem.draw(n, d, k, sigma(), seed));
  }

  /** Features that are on in runs of rows, in order of time. */
  SyntheticRows chain(long seed) {
    return problem(CHAIN, (n, d, k) -> new ChainProblem(n, d, k, sigma(), seed).draw());
  }

  /** An electricity meter, read in order of time. */
  MeterProblem meter(long seed) {
    return problem(
        METER,
        (n, d, k) ->
            new MeterProblem(n, d, k, sigma == null ? MeterProblem.USUAL_SIGMA : sigma, seed));
  }

  private double sigma() {
    return sigma == null ? USUAL_SIGMA : sigma;
  }

  /** A test image. */
  Picture picture(long seed) {
    return named(() -> SyntheticPicture.draw(height, width, seed));
  }

  private interface Sized<P> {
    P of(int rows, int columns, int features);
  }

  private <P> P problem(String name, Sized<P> problem) {
    if (rows == null || columns == null || features == null) {
      throw new IllegalArgumentException(name + " needs " + String.join(", ", missing()));
    }
    int n = rows;
    int d = columns;
    int k = features;
    return named(() -> problem.of(n, d, k));
  }

  private static <P> P named(Supplier<P> problem) {
    try {
      return problem.get();
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
