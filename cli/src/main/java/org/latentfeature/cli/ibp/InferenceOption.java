package org.latentfeature.cli.ibp;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.ibp.bpmeans.BpMeansEstimator;
import org.latentfeature.ibp.variational.VariationalBuffetEstimator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How the posterior is inferred, and the options that only one way has. */
final class InferenceOption {

  /** Ways to infer a posterior. */
  enum Inference {
    GIBBS,
    VARIATIONAL,
    MAP;

    /** Returns the estimator that fits, which has the options that belong to it. */
    Estimator<?, ?> estimator() {
      return switch (this) {
        case GIBBS -> new IndianBuffetEstimator();
        case VARIATIONAL -> new VariationalBuffetEstimator();
        case MAP -> new BpMeansEstimator();
      };
    }

    /**
     * Returns whether this inference accepts an option of the command; all accept K, files and
     * backends.
     */
    boolean has(String flag) {
      return switch (flag) {
        case "--resume", "--save-every" -> this == GIBBS;
        case "--start" -> true;
        default -> estimator().table().find(flag.substring(2)) != null;
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--inference",
      paramLabel = "gibbs|variational|map",
      defaultValue = "gibbs",
      description =
          "gibbs: chains that sample the posterior. variational: an approximation of it, in "
              + "seconds. map: the likeliest Z and W alone, a bp-means model (default: gibbs).")
  Inference by = Inference.GIBBS;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Adds the options of variational inference and of BP-means that chains have not. */
  static CommandSpec flags(CommandSpec command) {
    EstimatorFlags.add(command, Inference.VARIATIONAL.estimator(), false, "rounds"::equals);
    EstimatorFlags.add(command, Inference.VARIATIONAL.estimator(), false, "restarts"::equals);
    EstimatorFlags.add(
        command, Inference.MAP.estimator(), false, LikeliestFeatures.LAMBDA2::equals);
    describe(
        command,
        "--rounds",
        "Maximum number of rounds of each restart, at least 1 (variational only) (default: 200).");
    describe(
        command,
        "--restarts",
        "Number of restarts, at least 1, of which the best is kept (default: variational 15; map 1, or 100 with "
            + "--start random).");
    describe(
        command,
        "--lambda2",
        "What each feature must lower the squared error by, in squared units of X, above 0; K is then up to "
            + "-k or --max-k (map only) (default: none with -k; otherwise what no feature of noise "
            + "alone is worth, by the spectrum of X).");
    return command;
  }

  private static void describe(CommandSpec command, String name, String text) {
    OptionSpec option = requireNonNull(command.findOption(name));
    command.remove(option);
    command.addOption(OptionSpec.builder(option).description(text).build());
  }

  boolean isGibbs() {
    return by == Inference.GIBBS;
  }

  boolean isMap() {
    return by == Inference.MAP;
  }

  /** Refuses options that only another inference has. */
  void check() {
    for (OptionSpec given : command.commandLine().getParseResult().matchedOptions()) {
      String flag = given.longestName();
      List<Inference> owners = Stream.of(Inference.values()).filter(one -> one.has(flag)).toList();
      if (!owners.isEmpty() && !owners.contains(by)) {
        throw new ParameterException(
            command.commandLine(),
            "%s is an option of --inference %s, not of --inference %s; drop one of them"
                .formatted(
                    flag,
                    String.join(" and ", owners.stream().map(Inference::toString).toList()),
                    by));
      }
    }
  }

  boolean isGiven(String flag) {
    return command.commandLine().getParseResult().hasMatchedOption(flag);
  }
}
