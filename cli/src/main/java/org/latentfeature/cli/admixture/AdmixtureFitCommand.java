package org.latentfeature.cli.admixture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.admixture.Admixture;
import org.latentfeature.admixture.AdmixtureEstimate;
import org.latentfeature.admixture.AdmixtureOptions;
import org.latentfeature.admixture.CrossValidation;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Sections;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.Dataset;
import org.latentfeature.io.GenotypeFile;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.ReadOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm admixture fit}: from genotypes to shares and frequencies. */
@Command(
    name = "fit",
    description = {
      "Fit shares of populations and allele frequencies to genotypes.",
      "Writes STEM.K.Q, a line for each individual with its K shares, and STEM.K.P, a line for "
          + "each locus with the frequencies of the counted allele (A1 of a .bim file, ALT of a VCF) in the K "
          + "populations, with blanks between six decimals. The log-likelihood leaves out the "
          + "binomial coefficients, as ADMIXTURE does. Missing genotypes are left out.",
      "Ctrl-C stops the fit and writes the best so far; the exit status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm admixture fit individuals.bed -k 3 -o shares",
      "  lfm admixture fit individuals.bed -k 2..5 --cv --starts 3 -o shares --json",
      "  lfm admixture fit individuals.bed -k 3 --method als -o shares"
    })
final class AdmixtureFitCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description =
          "Genotypes: PLINK's .bed, with .bim and .fam beside it; .ped with .map; .vcf or .vcf.gz; "
              + "STRUCTURE's .str; or a matrix of counts 0, 1, 2 with a row for each individual and a column for each locus, .npy, .csv or .tsv, "
              + "nan where missing.")
  @Reads
  Path data;

  @Option(
      names = {"-k", "--populations"},
      paramLabel = "K",
      required = true,
      converter = WholeNumbers.Converter.class,
      description = "Numbers of populations, each fitted by itself, such as 3 or 2..5; at least 1.")
  WholeNumbers populations = new WholeNumbers(List.of());

  @Option(
      names = {"-o", "--output"},
      paramLabel = "STEM",
      required = true,
      description = "Write STEM.K.Q and STEM.K.P for each K.")
  @Writes
  Path stem;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = "ml",
      description =
          "ml: maximum likelihood, by block relaxation; als: alternating least squares; "
              + "eigenpairs: tensor eigenpairs, K of at least 2 (default: ${DEFAULT-VALUE}).")
  AdmixtureOptions.Method method = AdmixtureOptions.Method.ML;

  @Option(
      names = "--cv",
      description =
          "Estimate for each K how well it predicts genotypes that are left out, and choose the "
              + "K with the smallest error.")
  boolean cv;

  @Option(
      names = "--folds",
      paramLabel = "V",
      defaultValue = "5",
      description = "Number of fits of --cv, at least 2 (default: ${DEFAULT-VALUE}).")
  int folds;

  @Option(
      names = "--starts",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of random starts, at least 1, of which the most likely is kept; eigenpairs "
              + "have none (default: ${DEFAULT-VALUE}).")
  int starts;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "500",
      description =
          "Maximum number of rounds of a start, at least 1; with ml after ten of least squares "
              + "(default: ${DEFAULT-VALUE}).")
  int rounds;

  @Option(
      names = "--tolerance",
      paramLabel = "E",
      defaultValue = "1e-4",
      description =
          "Stop when a round gains less log-likelihood, or with als half a squared error of "
              + "alleles, above 0 (default: ${DEFAULT-VALUE}).")
  double tolerance;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  /** A number of populations that has been fitted. */
  private record Fitted(
      int k, AdmixtureEstimate estimate, @Nullable Double cvError, double seconds) {}

  @Override
  public Integer call() throws IOException {
    List<AdmixtureOptions> fits = fits();
    backends.check();
    for (AdmixtureOptions fit : fits) {
      OutputCheck.writable(file(fit.populations(), "Q"));
      OutputCheck.writable(file(fit.populations(), "P"));
    }
    AlleleCounts counts = read();
    int most = Collections.max(populations.ints());
    if (most > counts.individuals()) {
      throw new Failure(
          "%s has %d individuals, fewer than %d populations; pass a smaller --populations"
              .formatted(data, counts.individuals(), most));
    }
    List<Fitted> done = new ArrayList<>();
    Stopwatch watch = Stopwatch.start();
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      try {
        for (AdmixtureOptions fit : fits) {
          done.add(fit(counts, fit, backend, interruption::isRequested));
        }
      } catch (StoppedException e) {
        reporting.note(
            "interrupted: %d of %d fits are written".formatted(done.size(), fits.size()));
      } catch (IllegalArgumentException e) {
        if (!done.isEmpty()) {
          answer(counts, done, watch.seconds(), backend.info().name());
        }
        throw new Failure(String.valueOf(e.getMessage()));
      }
      answer(counts, done, watch.seconds(), backend.info().name());
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    }
  }

  private List<AdmixtureOptions> fits() {
    try {
      List<Integer> all = populations.ints();
      if (new HashSet<>(all).size() < all.size()) {
        throw new IllegalArgumentException("--populations names a number twice; name each once");
      }
      if (folds < 2) {
        throw new IllegalArgumentException("--folds is " + folds + "; it must be at least 2");
      }
      if (method == AdmixtureOptions.Method.EIGENPAIRS && all.contains(1)) {
        throw new IllegalArgumentException(
            "--populations is 1, but eigenpairs are of at least 2; use another --method");
      }
      requireEffects();
      List<AdmixtureOptions> fits = new ArrayList<>();
      for (int k : all) {
        fits.add(new AdmixtureOptions(k, method, starts, rounds, tolerance, seed.seed));
      }
      return fits;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  private void requireEffects() {
    if (isGiven("--folds") && !cv) {
      throw new IllegalArgumentException("--folds is of --cv; add that or drop --folds");
    }
    if (method == AdmixtureOptions.Method.EIGENPAIRS) {
      for (String option : List.of("--starts", "--rounds", "--tolerance")) {
        if (isGiven(option)) {
          throw new IllegalArgumentException(
              "%s is of --method ml and als, and eigenpairs need none; take one of these or drop %s"
                  .formatted(option, option));
        }
      }
    }
  }

  private boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  private AlleleCounts read() throws IOException {
    reporting.course().onWork("reading " + data, 0, 0);
    AlleleCounts counts;
    List<String> notes;
    if (GenotypeFile.isOne(data)) {
      GenotypeFile packed = GenotypeFile.read(data, reporting.course());
      counts = packed.counts();
      notes = packed.note().isEmpty() ? List.of() : List.of(packed.note());
    } else {
      Dataset table =
          MatrixReader.read(
              data, ReadOptions.DEFAULT.withMissing(MissingCode.NAN), reporting.course());
      counts = AlleleCounts.of(table.x(), data.toString());
      notes = table.notes();
    }
    reporting.note(
        "%s: %,d individuals, %,d loci".formatted(data, counts.individuals(), counts.loci()));
    notes.forEach(reporting::note);
    return counts;
  }

  private Fitted fit(
      AlleleCounts counts, AdmixtureOptions options, Backend backend, StopSignal stop) {
    Stopwatch watch = Stopwatch.start();
    int k = options.populations();
    AdmixtureEstimate found = Admixture.fit(counts, options, backend, reporting.course(), stop);
    ShareFiles.write(found, file(k, "Q"), file(k, "P"));
    reporting.note(
        "K = %d: log-likelihood %.6f after %d rounds"
            .formatted(k, found.logLikelihood(), found.rounds()));
    Double error = cv && !stop.isSet() ? crossValidation(counts, options, backend, stop) : null;
    return new Fitted(k, found, error, watch.seconds());
  }

  private @Nullable Double crossValidation(
      AlleleCounts counts, AdmixtureOptions options, Backend backend, StopSignal stop) {
    try {
      return CrossValidation.error(counts, options, folds, backend, reporting.course(), stop);
    } catch (StoppedException e) {
      return null;
    }
  }

  private Path file(int k, String which) {
    return stem.resolveSibling("%s.%d.%s".formatted(stem.getFileName(), k, which));
  }

  private void answer(AlleleCounts counts, List<Fitted> done, double seconds, String backend) {
    Answer all =
        new Answer()
            .with("individuals", counts.individuals())
            .with("loci", counts.loci())
            .with("chosen", chosen(done))
            .with("seconds", seconds)
            .with("backend", backend);
    if (reporting.json) {
      List<Object> fits = new ArrayList<>();
      for (Fitted fit : done) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("k", fit.k());
        facts.putAll(facts(fit));
        fits.add(facts);
      }
      reporting.answer(all.with("fits", fits));
      return;
    }
    Sections sections = new Sections();
    for (Fitted fit : done) {
      Answer facts = new Answer();
      facts(fit).forEach(facts::with);
      sections.with("K = " + fit.k(), facts);
    }
    reporting.print(sections.with("all", all).text());
  }

  /** The K that predicts best; null if that is not known. */
  private static @Nullable Integer chosen(List<Fitted> done) {
    Integer best = null;
    double least = Double.POSITIVE_INFINITY;
    for (Fitted fit : done) {
      if (fit.cvError() != null && fit.cvError() < least) {
        least = fit.cvError();
        best = fit.k();
      }
    }
    return best;
  }

  private Map<String, @Nullable Object> facts(Fitted fit) {
    AdmixtureEstimate found = fit.estimate();
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("q", file(fit.k(), "Q").toString());
    facts.put("p", file(fit.k(), "P").toString());
    facts.put("log_likelihood", found.logLikelihood());
    facts.put("rounds", found.rounds());
    facts.put("converged", found.converged());
    facts.put("cv_error", fit.cvError());
    facts.put("seconds", fit.seconds());
    return facts;
  }
}
