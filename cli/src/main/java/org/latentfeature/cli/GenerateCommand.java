package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.data.SyntheticRows;
import org.latentfeature.io.DidYouMean;
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

/** {@code lfm generate}: synthetic data with their ground truth. */
@Command(
    name = "generate",
    description = {
      "Generate synthetic data with known features.",
      "Writes the data to X.npy and the ground truth to Z.npy and W.npy of a directory.",
      "syn0: four disjoint squares, no noise, 100 × 196, K = 4. syn1: dense features,"
          + " 1000 × 1000, K = 35. syn2, syn3: patches on 30 × 30 images, 1000 × 900, K = 14 and"
          + " 35.",
      "dense: any size, normal W. sparse: any size, rows of which few entries are not zero, in X.npz"
          + " for scipy.sparse.load_npz. spectral: any size, correlated features, rows of W of equal"
          + " norm (Jaffe et al. 2018): normal numbers, rounded, hidden units of an RBM (--rbm), or one"
          + " feature a row (--exclusive).",
      "admixture: genotypes of individuals at N loci; Z holds the allele frequencies of K"
          + " populations, W the shares of each individual. individuals.csv is the same as a table"
          + " for 'lfm markov fit --genotypes', with some missing values, and individuals.bed, .bim"
          + " and .fam the same for PLINK.",
      "markov: rows of a Markov latent feature model; the features of a row are the states that a"
          + " chain visits between two visits to a null state, with weights N(0, 1)."
          + " transitions.npy holds the chain, (K+1) × (K+1), state 0 the null state.",
      "chain: rows in order of time, features that are on in runs of rows, normal W.",
      "meter: an electricity meter, read each minute: rows in order of time, appliances that are on in"
          + " runs, in watts on D channels. meter.csv is the same as X.npy, with times and names.",
      "picture: original.png, a grey test image with shading, edges, flat regions and textures."
    },
    footer = {
      "",
      "Examples:",
      "  lfm generate syn3 -o problem --seed 1 && lfm fit problem/X.npy -k 35 -o model.lfm",
      "  lfm generate dense --rows 1050 --columns 600 -k 35 --prevalence 0.1..0.5 -o problem",
      "  lfm generate dense --rows 3000 --columns 600 -k 50 --dependence factor:0.5 --noise t -o problem",
      "  lfm generate sparse --rows 5000 --columns 2000 -k 8 --sigma 0.3 -o counts",
      "  lfm generate spectral --rows 10000 --columns 30 -k 6 --rbm -o units",
      "  lfm generate markov --rows 2000 --columns 40 -k 12 --sigma 0.3 -o walks",
      "  lfm generate chain --rows 5000 --columns 50 -k 10 --sigma 2.5 -o chain && lfm fit chain/X.npy -k 10 --order rows -o chain.lfm",
      "  lfm generate meter --rows 20000 --columns 3 -k 8 -o house && lfm fit house/meter.csv --ids time -k auto --order rows -o house.lfm",
      "  lfm generate picture -o image && lfm add-noise image/original.png --sigma 25 -o noisy.npy"
    })
final class GenerateCommand implements Callable<Integer> {

  private static final List<String> NAMES =
      Stream.concat(SyntheticProblem.KINDS.stream(), SizedOptions.NAMES.stream()).toList();

  @Parameters(
      paramLabel = "PROBLEM",
      description =
          "Problem to generate: syn0, syn1, syn2, syn3, dense, sparse, spectral, admixture, markov,"
              + " chain, meter or picture.")
  String name;

  @ArgGroup(
      exclusive = false,
      heading =
          "Options of dense, sparse, spectral, admixture, markov, chain and meter (--rows, --columns and -k are required):%n")
  @Nullable SizedOptions sized;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Write the files to this directory, created if missing.")
  @Writes(
      inDirectory = {
        GeneratedProblem.X,
        GeneratedProblem.SPARSE_X,
        GeneratedProblem.Z,
        GeneratedProblem.W,
        GeneratedProblem.TRANSITIONS,
        GeneratedProblem.INDIVIDUALS,
        GeneratedProblem.BED,
        GeneratedProblem.BIM,
        GeneratedProblem.FAM,
        GeneratedProblem.METER,
        GeneratedProblem.PICTURE
      })
  Path directory;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    try (Interruption interruption = Interruption.watch()) {
      return generate(interruption);
    }
  }

  /** Within the watch: once that ends, so may the JVM. */
  private int generate(Interruption interruption) throws IOException {
    try {
      GeneratedProblem problem = problem(interruption);
      if (Files.exists(directory) && !Files.isDirectory(directory)) {
        throw new Failure(directory + " is a file; name a directory");
      }
      Files.createDirectories(directory);
      // X alone may take long; it shall not stand beside another problem's Z and W.
      problem.files().forEach(file -> OutputCheck.writable(directory.resolve(file.name())));
      reporting.answer(problem.write(directory));
      return CommandLine.ExitCode.OK;
    } catch (StoppedException e) {
      reporting.note("interrupted: nothing is written");
      return Interruption.EXIT_STATUS;
    }
  }

  private GeneratedProblem problem(Interruption interruption) {
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
        case SizedOptions.DENSE ->
            GeneratedProblem.of(size.dense(seed.seed), reporting, interruption);
        case SizedOptions.SPARSE -> GeneratedProblem.of(size.sparse(seed.seed));
        case SizedOptions.SPECTRAL ->
            GeneratedProblem.of(size.spectral(seed.seed), reporting, interruption);
        case SizedOptions.ADMIXTURE -> GeneratedProblem.of(size.admixture(seed.seed), seed.seed);
        case SizedOptions.MARKOV -> GeneratedProblem.of(size.markov(seed.seed));
        case SizedOptions.CHAIN ->
            GeneratedProblem.of(size.chain(seed.seed), reporting, interruption);
        case SizedOptions.METER ->
            GeneratedProblem.of(size.meter(seed.seed), reporting, interruption);
        case SizedOptions.PICTURE -> GeneratedProblem.of(size.picture(seed.seed));
        default -> GeneratedProblem.of(SyntheticRows.of(name, seed.seed), reporting, interruption);
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
}
