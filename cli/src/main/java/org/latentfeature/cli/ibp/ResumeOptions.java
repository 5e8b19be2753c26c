package org.latentfeature.cli.ibp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.ibp.ChainState;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.ibp.IndianBuffetModel;
import org.latentfeature.ibp.IndianBuffetOptions;
import org.latentfeature.ibp.ResumeCheck;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Chains that are saved while they run, and resumed. */
final class ResumeOptions {

  @Option(
      names = "--resume",
      description =
          "Resume the chains of MODEL, which keep their options; --sweeps may be larger. The result "
              + "is that of a fit never stopped, bit for bit on the same backend.")
  boolean resume;

  @Option(
      names = "--save-every",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "Save the chains to MODEL every so many seconds, above 0, but for at most a tenth of the "
              + "time (default: 30).")
  double every = 30;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  private @Nullable IndianBuffetModel loaded;

  /**
   * The model to resume; null for a new fit.
   *
   * @throws Failure if there is none
   */
  @Nullable IndianBuffetModel model(Path file) {
    if (!resume || loaded != null) {
      return loaded;
    }
    if (!Files.exists(file)) {
      throw new Failure("there is no %s to resume; drop --resume to begin".formatted(file));
    }
    IndianBuffetModel model = ModelFile.load(file, IndianBuffetModel.KIND);
    if (model.posterior().continuation() == null) {
      throw new Failure("%s has no chains to resume; drop --resume to fit anew".formatted(file));
    }
    loaded = model;
    return model;
  }

  /** From one time of saving to the next. */
  Duration interval() {
    return Duration.ofNanos((long) (Math.min(every, Integer.MAX_VALUE) * 1e9));
  }

  /** Its options, but for those that say how its data were prepared or what it started with. */
  static Map<String, String> words(Manifest saved) {
    Map<String, String> words = new TreeMap<>(saved.options());
    words.keySet().retainAll(new IndianBuffetEstimator().table().names().toList());
    if (isDescribed(saved)) {
      words.remove(IndianBuffetEstimator.START);
    }
    return words;
  }

  /** Returns whether the chains began with a model. */
  private static boolean isDescribed(Manifest saved) {
    String start = saved.option(IndianBuffetEstimator.START);
    return Arrays.stream(IndianBuffetOptions.Start.values())
        .noneMatch(named -> named.name().equalsIgnoreCase(start));
  }

  /** Returns the record of the data that the resumed model keeps, with the start of its chains. */
  static FittedData remembered(FittedData read, Manifest saved) {
    return isDescribed(saved) ? read.started(saved.option(IndianBuffetEstimator.START)) : read;
  }

  /** Wrong use that can be told before X is read. */
  void check(IndianBuffetOptions options) {
    if (!(every > 0)) {
      throw new ParameterException(
          command.commandLine(), "--save-every is " + every + "; it must be above 0");
    }
    IndianBuffetModel saved = loaded;
    if (saved == null) {
      return;
    }
    if (isGiven("--start")) {
      throw new ParameterException(
          command.commandLine(), "with --resume chains start where they were; drop --start");
    }
    requireSame("--features", "-k", options.k(), options.infinite(), saved.manifest());
    requireSame("--max-k", "--max-k", options.k(), options.infinite(), saved.manifest());
    try {
      ResumeCheck.options(saved.manifest(), options);
    } catch (IllegalArgumentException e) {
      throw EstimatorFlags.wrongUse(command, e);
    }
  }

  private void requireSame(String name, String flag, int k, boolean infinite, Manifest saved) {
    if (!isGiven(name)) {
      return;
    }
    boolean wasInfinite = Boolean.parseBoolean(saved.option(IndianBuffetEstimator.INFINITE));
    String was =
        wasInfinite
            ? "learn K, up to " + saved.option(FitOptions.K)
            : "have a K of " + saved.option(FitOptions.K);
    boolean isMaximum = flag.equals("--max-k");
    boolean same =
        wasInfinite == infinite
            && isMaximum == wasInfinite
            && Math.min(k, saved.rows()) == Integer.parseInt(saved.option(FitOptions.K));
    if (!same) {
      throw new ParameterException(
          command.commandLine(),
          "%s is %s, but the saved chains %s; drop it, or fit anew without --resume"
              .formatted(flag, given(name), was));
    }
  }

  private boolean isGiven(String name) {
    return command.commandLine().getParseResult().hasMatchedOption(name);
  }

  private Object given(String name) {
    return Objects.requireNonNull(command.commandLine().getParseResult().matchedOption(name))
        .getValue();
  }

  /**
   * Checks that these are the data of the saved chains.
   *
   * @param preparation how they were read
   * @throws Failure naming what differs
   */
  void check(Path file, Path data, Rows x, Map<String, String> preparation) {
    IndianBuffetModel saved = loaded;
    if (saved == null) {
      return;
    }
    String scale = FittedData.SCALE_BY;
    String was = saved.manifest().options().getOrDefault(scale, "1.0");
    String is = preparation.getOrDefault(scale, "1.0");
    if (!was.equals(is)) {
      throw new Failure(
          "the chains in %s are of values multiplied by %s, these are multiplied by %s; pass --scale-by %s"
              .formatted(file, was, is, was));
    }
    try {
      ResumeCheck.data(saved.manifest(), x);
    } catch (IllegalArgumentException e) {
      throw new Failure(
          "%s cannot be resumed with %s: %s".formatted(file, data, e.getMessage()), e);
    }
  }

  /** Notes which chains are resumed, and what may differ. */
  void note(Path file, int sweeps, BackendInfo backend, Reporting reporting) {
    IndianBuffetModel saved = loaded;
    if (saved == null) {
      return;
    }
    int done = saved.posterior().states().stream().mapToInt(ChainState::sweep).min().orElse(0);
    reporting.note(
        done < sweeps
            ? "resumes %s after %,d of %,d sweeps".formatted(file, done, sweeps)
            : "%s has all of its %,d sweeps; pass --sweeps with more to continue"
                .formatted(file, sweeps));
    String was = saved.manifest().backend().name();
    if (!was.equals(backend.name())) {
      reporting.note(
          "the chains ran on backend %s until now; on %s their last bits may differ"
              .formatted(was, backend.name()));
    }
  }
}
