package org.latentfeature.cli.many;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.lasso.Corrective;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;
import org.latentfeature.many.Grid;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is fitted for each line of a list: every combination of these. */
final class GridOptions {

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K,…",
      converter = WholeNumbers.Converter.class,
      description = "Numbers of features: 2,4,8 or 2..8.")
  @Nullable WholeNumbers k;

  @Option(
      names = {"--seeds", "--seed"},
      paramLabel = "S,…",
      defaultValue = "0",
      converter = WholeNumbers.Converter.class,
      description = "Seeds, whole numbers: 1,2,3 or 1..20 (default: ${DEFAULT-VALUE}).")
  WholeNumbers seeds = new WholeNumbers(List.of());

  @ArgGroup(multiplicity = "0..1")
  @Nullable Penalties penalties;

  @Option(
      names = "--method",
      paramLabel = "METHOD,…",
      split = ",",
      defaultValue = "best",
      description = "lasso, path, best or paper, as for fit (default: ${DEFAULT-VALUE}).")
  Method[] methods = {};

  @Option(
      names = "--bootstrap",
      paramLabel = "B",
      defaultValue = "0",
      description =
          "Fit beside the data themselves B resamples of their rows, drawn with replacement by the"
              + " fit's seed (default: ${DEFAULT-VALUE}).")
  int bootstraps;

  @Option(
      names = "--corrective",
      paramLabel = "SOLVER",
      description =
          "Solver of the corrective step, as for fit (default: newton; with --method paper,"
              + " proximal).")
  @Nullable Corrective corrective;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** The penalty in one of two forms. */
  static final class Penalties {

    @Option(
        names = "--penalty",
        paramLabel = "MU,…",
        required = true,
        split = ",",
        description =
            "Penalties μ, in the units of X (default: a decreasing sequence derived from the data).")
    double @Nullable [] mu;

    @Option(
        names = "--relative-penalty",
        paramLabel = "R,…",
        required = true,
        split = ",",
        description =
            "Penalties as shares, between 0 and 1, of the smallest that keeps every feature out.")
    double @Nullable [] share;

    List<Penalty> list() {
      if (mu != null) {
        return Arrays.stream(mu).<Penalty>mapToObj(Penalty.Absolute::new).toList();
      }
      if (share != null) {
        return Arrays.stream(share).<Penalty>mapToObj(Penalty.Relative::new).toList();
      }
      throw new IllegalStateException("picocli lets no empty group pass");
    }
  }

  /** The grid; what is out of range is wrong use. */
  Grid grid() {
    try {
      Grid grid =
          Grid.DEFAULT
              .withSeeds(seeds.values())
              .withMethods(List.of(methods))
              .withBootstraps(bootstraps)
              .withCorrective(corrective)
              .withTimeLimit(timeLimit.duration());
      if (k != null) {
        grid = grid.withK(k.values().stream().map(GridOptions::features).toList());
      }
      if (penalties == null) {
        return grid;
      }
      if (grid.methods().contains(Method.PATH)) {
        throw new IllegalArgumentException(
            "--method path has no convex fit, and so no penalty; drop one");
      }
      return grid.withPenalties(penalties.list());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static int features(long k) {
    if (k < 1 || k > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("K is " + k + "; a fit needs at least 1 feature");
    }
    return (int) k;
  }
}
