package org.latentfeature.cli.many;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.EstimatorOptions;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.study.many.Grid;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options whose every combination is fitted for each line of a list. */
final class GridOptions {

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K,…",
      converter = Counts.class,
      description = "Numbers of features, such as 2,4,8 or 2..8.")
  @Nullable WholeNumbers k;

  @Option(
      names = {"--seeds", "--seed"},
      paramLabel = "S,…",
      defaultValue = "0",
      converter = WholeNumbers.Converter.class,
      description = "Seeds, whole numbers such as 1,2,3 or 1..20 (default: ${DEFAULT-VALUE}).")
  WholeNumbers seeds = new WholeNumbers(List.of());

  @ArgGroup(multiplicity = "0..1")
  @Nullable Penalties penalties;

  @Option(
      names = "--bootstrap",
      paramLabel = "B",
      defaultValue = "0",
      description =
          "In addition to the data, fit B bootstrap resamples of their rows, drawn by the "
              + "fit's seed; a list has at most 1,000,000 fits in all (default: ${DEFAULT-VALUE}).")
  int bootstraps;

  @Mixin EstimatorOptions by = new EstimatorOptions();
  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Numbers of features; the data choose only one at a time. */
  static final class Counts implements ITypeConverter<WholeNumbers> {
    @Override
    public WholeNumbers convert(String text) {
      if (text.equals(FeatureCount.OrAuto.WORD)) {
        throw new TypeConversionException(
            "'auto' chooses one K for one fit ('lfm fit -k auto'); pass a range, -k A..B, such as 2..8");
      }
      return new WholeNumbers.Converter().convert(text);
    }
  }

  /** The penalty in one of two forms. */
  static final class Penalties {

    @Option(
        names = "--penalty",
        paramLabel = "MU,…",
        required = true,
        split = ",",
        description =
            "Penalties μ, at least 0, in the units of X (default: a decreasing sequence derived "
                + "from the data).")
    double @Nullable [] mu;

    @Option(
        names = "--relative-penalty",
        paramLabel = "R,…",
        required = true,
        split = ",",
        description =
            "Penalties as shares, between 0 and 1, of the smallest penalty that excludes every "
                + "feature.")
    double @Nullable [] share;

    Grid applyTo(Grid grid) {
      return mu != null
          ? grid.with("penalty", words(mu))
          : share != null ? grid.with("relative-penalty", words(share)) : grid;
    }

    private static List<String> words(double[] values) {
      return Arrays.stream(values).mapToObj(Double::toString).toList();
    }
  }

  /** The grid; what is out of range is wrong use. */
  Grid grid() {
    try {
      Grid grid =
          Grid.DEFAULT
              .withEstimator(by.estimator())
              .withSeeds(seeds.values())
              .withBootstraps(bootstraps)
              .withTimeLimit(timeLimit.duration());
      if (k != null) {
        grid = grid.withK(k.values().stream().map(GridOptions::features).toList());
      }
      if (penalties != null) {
        grid = penalties.applyTo(grid);
      }
      for (Map.Entry<String, List<String>> flag : EstimatorFlags.given(command).entrySet()) {
        grid = grid.with(flag.getKey(), flag.getValue());
      }
      for (Map.Entry<String, String> setting : by.settings().entrySet()) {
        grid = grid.with(setting.getKey(), List.of(setting.getValue().split(",", -1)));
      }
      grid.requirePossible();
      return grid;
    } catch (IllegalArgumentException e) {
      throw EstimatorFlags.wrongUse(command, e);
    }
  }

  private static int features(long k) {
    if (k < 1 || k > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("K is " + k + "; a fit needs at least 1 feature");
    }
    return (int) k;
  }
}
