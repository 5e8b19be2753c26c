package org.latentfeature.cli.ibp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.model.FittingCommand;
import org.latentfeature.cli.model.MissingNotes;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.model.StartedFrom;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.MissingOption;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.ibp.Convergence;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.ibp.IndianBuffetModel;
import org.latentfeature.ibp.IndianBuffetOptions;
import org.latentfeature.ibp.Posterior;
import org.latentfeature.io.MissingCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** {@code lfm ibp fit}: from a file with X to a model with its posterior. */
@Command(
    name = "fit",
    modelTransformer = IbpFitCommand.Flags.class,
    description = {
      "Sample the posterior of Z and save a model with it.",
      "Without -k the number of features is learned, under the Indian buffet process. The model "
          + "holds the likeliest Z, inclusion probabilities, mean and deviation of W, and the "
          + "traces of the chains. It is saved while the chains run, too. Ctrl-C stops the chains "
          + "and saves what there is; the exit status is then 130. After that, or if the command "
          + "was killed, --resume continues.",
      "--inference variational approximates the posterior in seconds, without chains and without "
          + "probabilities of K. --inference map finds the likeliest Z and W alone, by BP-means: "
          + "without -k a feature must lower the squared error by --lambda2."
    },
    footer = {
      "",
      "Examples:",
      "  lfm ibp fit X.npy -o post.lfm",
      "  lfm ibp fit X.npy -k 14 --sweeps 2000 -o post.lfm",
      "  lfm ibp fit X.npy --start model.lfm --sigma 0.1 -o post.lfm",
      "  lfm ibp fit X.npy -o post.lfm --resume --sweeps 4000",
      "  lfm ibp fit X.npy --inference variational -o vb.lfm",
      "  lfm ibp fit X.npy --inference map -o map.lfm"
    })
final class IbpFitCommand extends FittingCommand {

  private static final String FEATURES = "--features";

  /** Chains whose error is this multiple of that of their start are told of. */
  private static final double WORSE = 2;

  /** The name of the lasso's start where its verified columns are meant. */
  private static final String SUBSPACE = "subspace";

  /** All options of the estimator; where K is not given, it is learned. */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      OptionSpec k = command.findOption(FEATURES);
      command.remove(k);
      command.addOption(
          OptionSpec.builder(k)
              .required(false)
              .description("Number of features, 1 to the number of rows of X (default: learned).")
              .build());
      EstimatorFlags.add(
          command,
          new IndianBuffetEstimator(),
          false,
          name ->
              !name.equals(IndianBuffetEstimator.INFINITE)
                  && !name.equals(IndianBuffetEstimator.START));
      return InferenceOption.flags(command);
    }
  }

  @Mixin InferenceOption inference = new InferenceOption();

  private final LikeliestFeatures likeliest = new LikeliestFeatures();

  @Option(
      names = "--start",
      paramLabel = "START",
      defaultValue = "lasso",
      description =
          "Where the chains start, or one restart of variational inference or of map: lasso, also "
              + "called subspace (it begins with columns verified in the span of X), cumulants, "
              + "random, or a saved model of these rows (default: lasso).")
  String start = "lasso";

  @Option(
      names = "--max-k",
      paramLabel = "K",
      defaultValue = "200",
      description =
          "The most features that there may be where their number is learned (default: 200).")
  int maxK = 200;

  @Mixin MissingOption missing = new MissingOption();
  @Mixin ResumeOptions resuming = new ResumeOptions();

  private @Nullable FactorModel model;

  /** The start that is no file. */
  private IndianBuffetOptions.Start named() {
    return new IndianBuffetEstimator()
        .table()
        .read(IndianBuffetOptions.of(1), Map.of(IndianBuffetEstimator.START, startName()))
        .start();
  }

  private String startName() {
    String name = start.toLowerCase(Locale.ROOT);
    return name.equals(SUBSPACE) ? "lasso" : name;
  }

  private @Nullable IndianBuffetModel saved() {
    return resuming.model(output);
  }

  /** The model that the fit starts with, of a file that is read once; null if it is no file. */
  private @Nullable FactorModel model() {
    Path file = Path.of(start);
    if (model == null && saved() == null && Files.isRegularFile(file)) {
      Model loaded = Estimators.load(file);
      if (!(loaded instanceof FactorModel factors)) {
        throw new Failure(
            "%s is a model of kind %s; --start takes a factorisation X ≈ ZW"
                .formatted(file, loaded.manifest().kind()));
      }
      model = factors;
    }
    return model;
  }

  @Override
  protected FitRequest<?, ?> request() {
    inference.check();
    FitRequest<?, ?> request = request(features(), timeLimit.duration());
    if (request.options() instanceof IndianBuffetOptions options) {
      resuming.check(options);
    }
    return request;
  }

  private FitRequest<?, ?> request(int features, @Nullable Duration limit) {
    return EstimatorFlags.request(command, inference.by.estimator(), features, words())
        .with(seed(), limit)
        .withStart(model());
  }

  /** Number of features, or the most there can be; chains that are resumed keep theirs. */
  private int features() {
    if (k != null) {
      return k;
    }
    if (maxK < 1) {
      throw new Failure("--max-k is %d; it must be at least 1".formatted(maxK));
    }
    IndianBuffetModel saved = saved();
    return saved == null || inference.isGiven("--max-k")
        ? maxK
        : saved.manifest().wholeOption(FitOptions.K, 1, Integer.MAX_VALUE);
  }

  /** Chains that are resumed keep theirs. */
  private long seed() {
    IndianBuffetModel saved = saved();
    return saved == null || inference.isGiven("--seed") ? seed.seed : saved.manifest().seed();
  }

  private Map<String, String> words() {
    Map<String, String> words = new LinkedHashMap<>();
    IndianBuffetModel saved = saved();
    if (saved != null) {
      words.putAll(ResumeOptions.words(saved.manifest()));
      if (k != null) {
        words.put(IndianBuffetEstimator.INFINITE, "false");
      }
      return words;
    }
    if (inference.isMap()) {
      words.putAll(likeliest.words());
      return words;
    }
    words.put(IndianBuffetEstimator.INFINITE, Boolean.toString(k == null));
    if (model() == null) {
      words.put(IndianBuffetEstimator.START, startName());
    }
    return words;
  }

  @Override
  protected @Nullable FitRequest<?, ?> complete(
      FitRequest<?, ?> request,
      LoadedData loaded,
      Supplier<Provenance> origin,
      Interruption interruption) {
    FitRequest<?, ?> complete =
        inference.isMap() ? likeliest(request, loaded, interruption) : saving(request, origin);
    return super.complete(complete, loaded, origin, interruption);
  }

  /** The request of BP-means, with what the data say of it. */
  private FitRequest<?, ?> likeliest(
      FitRequest<?, ?> request, LoadedData loaded, Interruption interruption) {
    Stopwatch watch = Stopwatch.start();
    Duration limit = request.options().timeLimit();
    int most = Math.min(features(), loaded.source().rows());
    boolean isOfModel = request.startCodes(loaded.source()) != null;
    FactorModel from =
        likeliest.ask(
            loaded,
            inference,
            request.start(),
            isOfModel ? IndianBuffetOptions.Start.RANDOM : named(),
            k == null ? null : most,
            request(most, limit).options(),
            reporting,
            interruption);
    Duration left = limit == null ? null : limit.minusNanos((long) (watch.seconds() * 1e9));
    return request(most, left).withStart(from);
  }

  /** The request of chains that are saved while they run; others are not. */
  private FitRequest<?, ?> saving(FitRequest<?, ?> request, Supplier<Provenance> origin) {
    if (!(request.options() instanceof IndianBuffetOptions options)
        || !(request.estimator() instanceof IndianBuffetEstimator estimator)) {
      return request;
    }
    resuming.note(output, options.sweeps(), origin.get().backend(), reporting);
    return new FitRequest<>(estimator, options)
        .withStart(request.start())
        .withCheckpoints(
            Checkpoints.every(
                resuming.interval(), saved(), soFar -> save(soFar.model(origin.get()))));
  }

  @Override
  protected PreparedRows read(FitRequest<?, ?> request) throws IOException {
    MissingCode code = missing.code();
    Dataset rows = reading.read(data, code, reporting);
    int features = k == null ? 1 : k;
    MissingNotes.ofFit(rows, data, request.estimator(), request.options(), features, reporting);
    PreparedRows read = PreparedRows.asRead(rows, reading, code);
    Rows x = read.data().rows();
    resuming.check(output, data, x, read.preparation());
    FactorModel from = model;
    if (from != null
        && from.z().rows() == x.rows()
        && !from.manifest().dataHash().equals(x.hash())) {
      reporting.note(
          "%s was fitted to other values than those of %s; its codes are taken for those of the same rows"
              .formatted(start, data));
    }
    return read;
  }

  @Override
  protected FittedData remembered(FittedData read) {
    FactorModel from = model;
    IndianBuffetModel saved = saved();
    return from != null
        ? StartedFrom.remembered(read, from.manifest())
        : saved != null
            ? ResumeOptions.remembered(read, saved.manifest())
            : inference.isGibbs() ? read : read.started(startName());
  }

  /** The chains outlive a full disk; the end of the fit does not. */
  private void save(IndianBuffetModel soFar) {
    try {
      ModelFile.save(soFar, output);
    } catch (DataException e) {
      reporting.note(e.getMessage() + "; the chains run on");
    }
  }

  /** Reports whether the chains agree, if there are any, for people and for programs. */
  @Override
  protected void saved(
      FitRequest<?, ?> request,
      Model model,
      @Nullable Supplier<? extends Model> relaxed,
      LoadedData loaded,
      Interruption interruption,
      Answer answer) {
    if (model instanceof IndianBuffetModel buffet) {
      Posterior posterior = buffet.posterior();
      posterior
          .counts()
          .forEach((k, share) -> answer.with("probability-of-" + k + "-features", share));
      reporting.note(Convergence.Agreement.of(posterior).sentence());
      noteBetterStart(buffet);
      if (posterior.isSampled() && model.manifest().ended() != Ending.CONVERGED) {
        reporting.note("--resume continues the chains of " + output);
      }
      limit(posterior, request.options().k());
    } else if (k == null && model.w().rows() == request.options().k()) {
      reporting.note("all %d features are in use; raise --max-k".formatted(model.w().rows()));
    }
  }

  /**
   * Chains that left a factorisation of far less error did not search well, whatever they agree on.
   */
  private void noteBetterStart(IndianBuffetModel model) {
    double start =
        model.manifest().figures().getOrDefault(IndianBuffetEstimator.START_RMSE, Double.NaN);
    if (model.manifest().rmse() > WORSE * start) {
      reporting.note(
          "no chain reaches the error of the factorisation that they started from: rmse %.3g, there %.3g. Where features are far above the noise chains hardly move; pass -k, or compare with lfm fit"
              .formatted(model.manifest().rmse(), start));
    }
  }

  /** Notes that chains met the limit of K, and how to raise it. */
  private void limit(Posterior posterior, int most) {
    if (k == null && posterior.isAlwaysFull(most)) {
      reporting.note(
          "every chain met the limit of %d features: K is not determined by this model for these data; choose it with -k, or raise --max-k"
              .formatted(most));
    } else if (posterior.full()) {
      reporting.note("a chain met the limit of %d features; raise --max-k".formatted(most));
    }
  }
}
