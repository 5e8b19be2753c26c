package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.DidYouMean;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.data.SyntheticRows;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StoppedException;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm generate}: a problem whose answer is known. */
@Command(
    name = "generate",
    description = {
      "Generate synthetic data with known features.",
      "Writes the data to X.npy and the ground truth to Z.npy and W.npy.",
      "syn0: four disjoint squares, no noise, 100 × 196, K = 4. syn1: dense features, 1000 "
          + "× 1000, K = 35. syn2, syn3: patches on 30 × 30 images, 1000 × 900, K = 14 and 35.",
      "dense: any size, normal W. spectral: any size, correlated features, rows of W of "
          + "equal norm (Jaffe et al. 2018). admixture: genotypes of individuals at N loci; Z "
          + "holds the allele frequencies of K populations, W the shares of each individual."
    },
    footer = {
      "",
      "Examples:",
      "  lfm generate syn3 -o problem --seed 1 && lfm fit problem/X.npy -k 35 -o model.lfm",
      "  lfm generate dense --rows 1050 --columns 600 -k 35 --prevalence 0.1..0.5 -o problem",
      "  lfm generate dense --rows 3000 --columns 600 -k 50 --dependence factor:0.5 --noise t -o problem"
    })
final class GenerateCommand implements Callable<Integer> {

  private static final List<String> NAMES =
      Stream.concat(SyntheticProblem.KINDS.stream(), SizedOptions.NAMES.stream()).toList();

  @Parameters(
      paramLabel = "PROBLEM",
      description = "Problem to generate: syn0, syn1, syn2, syn3, dense, spectral or admixture.")
  String name;

  @ArgGroup(
      exclusive = false,
      heading =
          "Options of dense, spectral and admixture (--rows, --columns and -k are required):%n")
  @Nullable SizedOptions sized;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Write the files to this directory, created if missing.")
  @Writes(inDirectory = {"X.npy", "Z.npy", "W.npy"})
  Path directory;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  /** A problem, and how it is written. */
  private record Problem(int rows, Dense w, Consumer<Path> x, Consumer<Path> z) {}

  @Override
  public Integer call() throws IOException {
    try (Interruption interruption = Interruption.watch()) {
      Problem problem = problem(interruption);
      if (Files.exists(directory) && !Files.isDirectory(directory)) {
        throw new Failure(directory + " is a file; name a directory");
      }
      Files.createDirectories(directory);
      Path x = directory.resolve("X.npy");
      Path z = directory.resolve("Z.npy");
      Path w = directory.resolve("W.npy");
      List.of(x, z, w).forEach(OutputCheck::writable);
      return write(problem, x, z, w);
    }
  }

  private int write(Problem problem, Path x, Path z, Path w) {
    try {
      problem.x().accept(x);
    } catch (StoppedException e) {
      reporting.note("interrupted: nothing is written");
      return Interruption.EXIT_STATUS;
    }
    // X alone may take long; it shall not stand beside another problem's Z and W.
    problem.z().accept(z);
    NpyWriter.write(problem.w(), w);
    reporting.answer(
        new Answer()
            .with("x", x.toString())
            .with("z", z.toString())
            .with("w", w.toString())
            .with("rows", problem.rows())
            .with("columns", problem.w().cols())
            .with("features", problem.w().rows()));
    return CommandLine.ExitCode.OK;
  }

  private Problem problem(SyntheticRows drawn, Interruption interruption) {
    int n = drawn.rows();
    Dense w = drawn.w();
    return new Problem(
        n,
        w,
        x -> NpyWriter.writeFloats(n, w.cols(), until(interruption, told("X", n, drawn::x)), x),
        z -> NpyWriter.writeBits(n, w.rows(), told("Z", n, drawn::z), z));
  }

  private static Problem problem(AdmixtureProblem.Drawn drawn) {
    return new Problem(
        drawn.x().rows(),
        drawn.w(),
        x -> NpyWriter.write(drawn.x(), x),
        z -> NpyWriter.write(drawn.z(), z));
  }

  private Problem problem(Interruption interruption) {
    if (!NAMES.contains(name)) {
      throw wrongUse(
          "there is no problem '%s'; choose one of %s%s"
              .formatted(name, String.join(", ", NAMES), DidYouMean.of(name, NAMES)));
    }
    for (String option : given()) {
      List<String> of = SizedOptions.of(option);
      if (!of.contains(name)) {
        String all = String.join(", ", of);
        throw wrongUse(
            "%s applies to %s only; drop it or generate %s"
                .formatted(option, all, of.size() == 1 ? all : "one of these"));
      }
    }
    try {
      SizedOptions size = sized == null ? new SizedOptions() : sized;
      return switch (name) {
        case SizedOptions.DENSE -> problem(size.dense(seed.seed), interruption);
        case SizedOptions.SPECTRAL -> problem(size.spectral(seed.seed), interruption);
        case SizedOptions.ADMIXTURE -> problem(size.admixture(seed.seed));
        default -> problem(SyntheticRows.of(name, seed.seed), interruption);
      };
    } catch (IllegalArgumentException e) {
      throw wrongUse(String.valueOf(e.getMessage()));
    }
  }

  /** The options given of those that only problems of a chosen size have. */
  private List<String> given() {
    return command.argGroups().get(0).options().stream()
        .filter(option -> command.commandLine().getParseResult().hasMatchedOption(option))
        .map(OptionSpec::longestName)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private ParameterException wrongUse(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** The same rows; says how many are done. */
  private <R> NpyWriter.Rows<R> told(String matrix, int of, NpyWriter.Rows<R> rows) {
    return (i, into) -> {
      reporting.course().onWork("writing rows of " + matrix, i, of);
      rows.copy(i, into);
    };
  }

  /** The same rows, as long as nobody interrupts. */
  private static <R> NpyWriter.Rows<R> until(Interruption interruption, NpyWriter.Rows<R> rows) {
    return (i, into) -> {
      if (interruption.isRequested()) {
        throw new StoppedException();
      }
      rows.copy(i, into);
    };
  }
}
