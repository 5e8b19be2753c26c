package org.latentfeature.cli.lasso;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The convex fit's penalty in one of its three forms, of which exactly one is given. */
final class PenaltyOptions {

  @Option(
      names = "--penalty",
      paramLabel = "MU",
      required = true,
      description =
          "Penalty μ of the convex fit, in the units of X. At least 0 "
              + "(default: a decreasing sequence derived from the data).")
  @Nullable Double mu;

  @ArgGroup(exclusive = false, multiplicity = "1")
  @Nullable Pair pair;

  @Option(
      names = "--relative-penalty",
      paramLabel = "R",
      required = true,
      description =
          "Penalty as a share of the one that allows no feature. A number "
              + "between 0 and 1, which multiplies the smallest penalty that "
              + "excludes every feature.")
  @Nullable Double share;

  /** The paper's two penalties. */
  static final class Pair {

    @Option(
        names = "--lambda",
        paramLabel = "L",
        required = true,
        description =
            "λ of Yen et al., with --tau: the penalty μ is √(2λτ). At least 0, "
                + "in the units of X.")
    double lambda;

    @Option(
        names = "--tau",
        paramLabel = "T",
        required = true,
        description = "τ of Yen et al., at least 0.")
    double tau;
  }

  /** The penalty in words; it is the estimator that refuses what is out of range. */
  String words() {
    if (mu != null) {
      return mu.toString();
    }
    if (share != null) {
      return "relative " + share;
    }
    if (pair != null) {
      return "lambda %s tau %s".formatted(pair.lambda, pair.tau);
    }
    throw new IllegalStateException("picocli lets no empty group pass");
  }
}
