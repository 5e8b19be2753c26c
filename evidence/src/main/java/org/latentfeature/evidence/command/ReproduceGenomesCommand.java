package org.latentfeature.evidence.command;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.WholeNumbers;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.evidence.TextFile;
import org.latentfeature.evidence.TimeLeft;
import org.latentfeature.evidence.Worded;
import org.latentfeature.evidence.genomes.GenomeModel;
import org.latentfeature.evidence.genomes.HeldOut;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.genome.Genotypes;
import org.latentfeature.markov.Coding;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.TransitionPrior;
import org.latentfeature.report.chart.LineChart;
import org.latentfeature.step.coding.PathObjective.Gain;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm reproduce genomes}: Figure 3 of the Markov models' paper. */
@Command(
    name = "genomes",
    description = {
      "Reproduce Figure 3 of Zhang & Paisley 2016: predict held-out genotypes.",
      "Fits Markov latent feature models to most of the individuals in a table of "
          + "genotypes, finite models of K features and the infinite one, beta process factor "
          + "analysis (Paisley & Carin 2009) and a tree of features by the nested Chinese "
          + "restaurant process, and computes the likelihood of the held-out individuals. The "
          + "table is tab-separated: model, features, split, log_likelihood (mean per individual, "
          + "over the known loci), null (the same without features), independent (with "
          + "independent normal loci), used, significant (features of more than one in a hundred "
          + "of the fitted "
          + "individuals), steps, smallest_rise (of the objective, per individual; negative only "
          + "by rounding), seconds. --time-limit is of each Markov model.",
      "Ctrl-C stops the run and writes the finished part; the exit status is then 130."
    },
    footer = {
      "",
      "Example:",
      "  lfm reproduce genomes individuals.csv -o genomes.tsv --chart genomes.svg"
    })
final class ReproduceGenomesCommand implements Callable<Integer> {

  /** The models by their names. */
  private enum Kind implements Worded {
    FINITE,
    INFINITE,
    BPFA,
    NCRP;

    @Override
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String HEADER =
      "model\tfeatures\tsplit\tlog_likelihood\tnull\tindependent\tused\tsignificant\tsteps\tsmallest_rise\tseconds";

  private static final String ROW = "%s\t%d\t%d\t%.3f\t%.3f\t%.3f\t%d\t%d\t%d\t%.3g\t%.2f";

  @Parameters(
      paramLabel = "TABLE",
      description =
          "Table of genotypes with a row for each individual and two columns for each locus; "
              + "−9 is a missing value.")
  @Reads
  Path table;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      converter = WholeNumbers.Converter.class,
      defaultValue = "5,10,15,20,25,30",
      description =
          "Numbers of features of the finite models, such as 5,10 or 2..8; lowered to the "
              + "number of fitted individuals (default: ${DEFAULT-VALUE}).")
  WholeNumbers features = new WholeNumbers(List.of());

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "finite,infinite,bpfa,ncrp",
      description =
          "Methods: finite and infinite (Markov latent features), bpfa (beta process), ncrp (tree "
              + "of 101 features) (default: ${DEFAULT-VALUE}).")
  List<String> methods = List.of();

  @Option(
      names = "--paper",
      description =
          "Use the paper's settings for the Markov models: α = γ = 1, λ = 0.1, its own gain of "
              + "a feature, and no exchange of features after convergence.")
  boolean paper;

  @Option(
      names = "--most",
      paramLabel = "K",
      defaultValue = "100",
      description =
          "Maximum number of features of the infinite model and of bpfa, at least 2; 0 skips both "
              + "(default: ${DEFAULT-VALUE}).")
  int most;

  @Option(
      names = "--splits",
      paramLabel = "S",
      defaultValue = "20",
      description =
          "Number of random splits of the individuals, at least 1 (default: ${DEFAULT-VALUE}).")
  int splits;

  @Option(
      names = "--training-share",
      paramLabel = "P",
      defaultValue = "0.797",
      description = "Share of the individuals to fit, between 0 and 1 (default: ${DEFAULT-VALUE}).")
  double share;

  @Option(
      names = "--sigma",
      paramLabel = "S",
      defaultValue = "0.8",
      description =
          "Standard deviation of the noise of a standardised locus, above 0 (default: "
              + "${DEFAULT-VALUE}).")
  double sigma;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "2000",
      description =
          "Number of simulated paths for a likelihood, at least 1 (default: ${DEFAULT-VALUE}).")
  int samples;

  @Option(
      names = "--chart",
      paramLabel = "SVG",
      description = "Write a chart of the means over the splits to this file, .svg.")
  @Writes
  @Nullable Path chart;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin TableOption output = new TableOption();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    models(Integer.MAX_VALUE); // Wrong use is told before any file is read.
    backends.check();
    reporting.course().onWork("reading " + table, 0, 0);
    Genotypes people = GenotypeReader.read(table, GenotypeOptions.DEFAULT);
    int training = (int) Math.round(share * people.people());
    if (training < 1 || training >= people.people()) {
      throw new Failure(
          ("--training-share of %s leaves none of the %,d individuals in %s to fit or none to "
                  + "predict")
              .formatted(share, people.people(), table));
    }
    List<GenomeModel> models = models(training);
    FitTable figures = new FitTable(HEADER, ROW);
    List<HeldOut> done = new ArrayList<>();
    TrialProgress progress = new TrialProgress(reporting);
    TimeLeft left = new TimeLeft(splits * expected(models));
    boolean interrupted;
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      for (int split = 0; split < splits && !interruption.isRequested(); split++) {
        for (GenomeModel model : models) {
          progress.trial(
              done.size() + 1,
              splits * models.size(),
              "%s, K = %d, split %d".formatted(model.word(), model.features(), split),
              left.seconds());
          Stopwatch watch = Stopwatch.start();
          Optional<HeldOut> trial =
              HeldOut.of(
                  backend,
                  people,
                  table.toString(),
                  training,
                  split,
                  model,
                  samples,
                  progress.until(interruption),
                  progress);
          if (trial.isEmpty()) {
            break; // This fit was cut short; its figures are no one's.
          }
          done.add(trial.get());
          left.done(expected(List.of(model)), watch.seconds());
          reporting.note(add(trial.get(), figures));
        }
      }
      interrupted = interruption.isRequested();
    }
    figures.answer(output.file, reporting);
    draw(done);
    return interrupted ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
  }

  /** Seconds of one split, to an order of magnitude. */
  private static double expected(List<GenomeModel> models) {
    return models.stream().mapToDouble(model -> .05 * model.features()).sum();
  }

  /** For {@code rows} individuals. */
  private List<GenomeModel> models(int rows) {
    if (splits < 1) {
      throw new ParameterException(
          command.commandLine(), "--splits is " + splits + "; it must be at least 1");
    }
    if (samples < 1) {
      throw new ParameterException(
          command.commandLine(), "--samples is " + samples + "; it must be at least 1");
    }
    try {
      List<Kind> wanted = methods.stream().map(word -> Worded.of(Kind.class, word)).toList();
      List<GenomeModel> models = new ArrayList<>();
      if (wanted.contains(Kind.FINITE)) {
        for (int k : capped(features.ints(), rows)) {
          models.add(GenomeModel.markov(markov(k, TransitionPrior.FINITE)));
        }
      }
      int largest = most > 0 ? capped(List.of(most), rows).get(0) : 0;
      if (wanted.contains(Kind.INFINITE) && largest > 0) {
        models.add(GenomeModel.markov(markov(largest, TransitionPrior.INFINITE)));
      }
      if (wanted.contains(Kind.BPFA) && largest > 0) {
        models.add(GenomeModel.betaProcess(largest, sigma * sigma));
      }
      if (wanted.contains(Kind.NCRP)) {
        models.add(GenomeModel.nestedTree(sigma * sigma));
      }
      return models;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private MarkovOptions markov(int k, TransitionPrior prior) {
    MarkovOptions options = MarkovOptions.of(k).withTransitions(prior);
    if (paper) {
      options =
          options
              .withTransitions(new TransitionPrior(1.0, prior.gamma()))
              .withLambda(0.1)
              .withCoding(new Coding(Gain.PAPER, Coding.DEFAULT.longest()))
              .withInference(new Inference.Batch(options.inference().iterations(), false));
    }
    return options.withSigma(sigma).withTimeLimit(timeLimit.duration());
  }

  private List<Integer> capped(List<Integer> wanted, int rows) {
    int largest = Collections.max(wanted);
    if (largest > rows) {
      reporting.note(
          "%,d individuals are fitted and limit the number of features: K = %,d becomes %,d"
              .formatted(rows, largest, rows));
    }
    return wanted.stream().map(k -> Math.min(k, rows)).distinct().toList();
  }

  private static String add(HeldOut trial, FitTable to) {
    return to.add(
        trial.model().word(),
        trial.model().features(),
        trial.split(),
        trial.logLikelihood(),
        trial.nullLogLikelihood(),
        trial.independentLogLikelihood(),
        trial.fitted().used(),
        trial.fitted().significant(),
        trial.fitted().objectives().size(),
        trial.fitted().smallestRise(),
        trial.seconds());
  }

  private void draw(List<HeldOut> done) {
    if (chart != null && !done.isEmpty()) {
      TextFile.write(chart, drawing(done).svg());
    }
  }

  /** Means over the splits; of the finite models at each K that is done, with their range. */
  private static LineChart drawing(List<HeldOut> done) {
    Map<Integer, List<HeldOut>> finite =
        of(done, "finite").collect(groupingBy(t -> t.model().features(), TreeMap::new, toList()));
    double[] x = finite.keySet().stream().mapToDouble(k -> k).toArray();
    LineChart drawing =
        new LineChart("Held-out individuals", "features K", "mean log-likelihood per individual")
            .wholeNumbers()
            .line("finite", x, finite.values().stream().mapToDouble(t -> mean(t)).toArray());
    double[] ends = x.length == 0 ? new double[] {0, 1} : x;
    for (String word : List.of("infinite", "bpfa", "ncrp")) {
      List<HeldOut> trials = of(done, word).toList();
      if (!trials.isEmpty()) {
        drawing.line(
            "%s ± %.1f".formatted(word, deviation(trials)), ends, level(ends, mean(trials)));
      }
    }
    double independent =
        done.stream().mapToDouble(HeldOut::independentLogLikelihood).average().orElse(Double.NaN);
    return drawing.line("independent loci", ends, level(ends, independent));
  }

  private static Stream<HeldOut> of(List<HeldOut> done, String word) {
    return done.stream().filter(trial -> trial.model().word().equals(word));
  }

  private static double mean(List<HeldOut> trials) {
    return trials.stream().mapToDouble(HeldOut::logLikelihood).average().orElse(Double.NaN);
  }

  /** Standard deviation over the splits of how far a model is above independent loci. */
  private static double deviation(List<HeldOut> trials) {
    double[] gains =
        trials.stream()
            .mapToDouble(t -> t.logLikelihood() - t.independentLogLikelihood())
            .toArray();
    double mean = Arrays.stream(gains).average().orElse(Double.NaN);
    double squares = Arrays.stream(gains).map(gain -> (gain - mean) * (gain - mean)).sum();
    return Math.sqrt(squares / Math.max(1, gains.length - 1));
  }

  private static double[] level(double[] x, double value) {
    return Arrays.stream(x).map(k -> value).toArray();
  }
}
