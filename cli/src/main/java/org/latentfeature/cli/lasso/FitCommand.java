package org.latentfeature.cli.lasso;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.model.FittingCommand;
import org.latentfeature.cli.model.MissingNotes;
import org.latentfeature.cli.model.PreparedRows;
import org.latentfeature.cli.option.EstimatorFlags;
import org.latentfeature.cli.option.EstimatorOptions;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.LargeDataOptions;
import org.latentfeature.cli.option.MissingOption;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.MemoryNeed;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.scale.Extendable;
import org.latentfeature.io.MissingCode;
import org.latentfeature.lasso.Certificate;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.estimator.LassoEstimator;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code lfm fit}: from a file with X to a model, by the lasso or any other estimator. */
@Command(
    name = "fit",
    modelTransformer = FitCommand.Flags.class,
    description = {
      "Fit X ≈ ZW with K binary features and save the model.",
      "-k auto lets the data choose K. If X looks like noise, no model is written, and the exit "
          + "status is 3.",
      "Ctrl-C stops the fit and saves the best model so far; the exit status is 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm fit X.npy -k 35 -o model.lfm --certify",
      "  lfm fit X.npy -k auto -o model.lfm --json",
      "  lfm fit customers.csv -k 5 -o customers.lfm --ids id --labels region",
      "  lfm fit X.npy -k 35 -o model.lfm --backend cuda --time-limit 60",
      "  lfm fit april.npy -k 35 -o april.lfm --start march.lfm",
      "  lfm fit X.npy -k 20 -o walks.lfm --estimator markov --set infinite=true"
    })
public final class FitCommand extends FittingCommand {

  private static final String FEATURES = "--features";

  /** Options of the lasso that are options of the command. */
  private static final List<String> FLAGS =
      List.of(
          "robust",
          "nonnegative",
          "intercept",
          "l1",
          "order",
          "view",
          "prefer",
          "corrective",
          "reduce",
          "empty-columns");

  @Mixin EstimatorOptions by = new EstimatorOptions();
  @Mixin MethodOption method = new MethodOption();
  @Mixin MissingOption missing = new MissingOption();
  @Mixin HoldOutOptions holdOut = new HoldOutOptions();
  @Mixin WeightOptions weights = new WeightOptions();
  @Mixin LargeDataOptions large = new LargeDataOptions();
  @Mixin StartOption start = new StartOption();
  @Mixin AutoOptions auto = new AutoOptions();
  @Mixin RelaxedOption relaxed = new RelaxedOption();

  @ArgGroup(multiplicity = "0..1")
  @Nullable PenaltyOptions penalty;

  @Option(
      names = "--certify",
      description =
          "Prove a bound on the optimality gap (lasso only). The "
              + "certificate, which is saved in the model, bounds the gap of the "
              + "fit's objective over any columns, at the fit's penalty. It takes "
              + "about as long as the fit; under --time-limit at most that long "
              + "again.")
  boolean certify;

  /**
   * Adds the lasso options that this command offers, and {@code -k auto}, which leaves K to the
   * data.
   */
  static final class Flags implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      OptionSpec k = command.findOption(FEATURES);
      command.remove(k);
      command.addOption(
          OptionSpec.builder(k)
              .paramLabel("K|auto")
              .converters(new FeatureCount.OrAuto())
              .description(
                  "Number of features; auto: the data choose it. 1 to the number of rows of X; for "
                      + "estimators that choose their number, the maximum. auto counts the "
                      + "singular values of X that noise does not explain if two ways to count "
                      + "them agree, otherwise it compares the errors of fits on entries that "
                      + "they did not see (X ≈ ZW only).")
              .build());
      EstimatorFlags.add(command, new LassoEstimator(), false, FLAGS::contains);
      OptionSpec l1 = command.findOption("--l1");
      command.remove(l1);
      return command.addOption(OptionSpec.builder(l1).arity("0..1").fallbackValue("auto").build());
    }
  }

  @Override
  protected FitRequest<?, ?> request() {
    FitRequest<?, ?> request = request(k == null ? 1 : k, timeLimit.duration());
    holdOut.check();
    VariantCheck.options(
        command, request.options(), weights, k == null, certify, large, start.isGiven());
    start.check(request, method.isGiven());
    relaxed.check(request);
    if (k != null) {
      auto.requireUnused();
    } else if (!(request.estimator() instanceof Extendable<?, ?>)) {
      throw wrongUse(
          "-k auto applies to factorisations X ≈ ZW only, not to the estimator %s; pass -k with a number"
              .formatted(request.estimator().name()));
    }
    if (certify) {
      requireCertifiable(request.options());
    }
    return request;
  }

  /** The fit with so many features and so much time. */
  private FitRequest<?, ?> request(int features, @Nullable Duration limit) {
    Map<String, String> words = new TreeMap<>(by.settings());
    words.putAll(method.words());
    if (penalty != null) {
      words.put("penalty", penalty.words());
    }
    Estimator<?, ?> estimator = method.estimator(by);
    requireAccepted(estimator);
    FitRequest<?, ?> request = EstimatorFlags.request(command, estimator, features, words);
    // The bound of a certificate is that of X ≈ Z W.
    return (certify ? request.plain() : request)
        .with(seed.seed, limit)
        .withWeights(weights.weights())
        .withStart(start.model())
        .withSample(relaxed.isGiven() && !large.isSampleGiven() ? SampleSize.ALL : large.sample());
  }

  private void requireAccepted(Estimator<?, ?> estimator) {
    if (weights.isGiven() && !Accepts.WEIGHTS.isOf(estimator)) {
      throw wrongUse(
          "%s applies to the lasso only, not to the estimator %s; drop it"
              .formatted(weights.given(), estimator.name()));
    }
    if (start.isGiven()) {
      start.requireAccepted(estimator, large.isSampleGiven());
    } else if (large.isSampleGiven() && !Accepts.SAMPLE.isOf(estimator)) {
      throw wrongUse(
          "--sample does not apply to the estimator %s, whose fits take all rows; drop it"
              .formatted(estimator.name()));
    }
  }

  private void requireCertifiable(FitOptions of) {
    if (!(of instanceof LassoOptions options)) {
      throw wrongUse("--certify applies to the lasso only; drop it");
    }
    if (options.penalty() != null && options.penalty().isZero()) {
      throw wrongUse(
          "--certify needs a penalty above 0: without a penalty, enough columns explain any "
              + "data");
    }
  }

  private ParameterException wrongUse(String what) {
    return new ParameterException(command.commandLine(), what);
  }

  /** Large data stay in their file where the fit allows that. */
  @Override
  protected PreparedRows read(FitRequest<?, ?> request) throws IOException {
    MissingCode code = missing.code();
    boolean isWhole = code.allowed() || holdOut.isGiven();
    Dataset rows =
        holdOut.hidden(
            reading.readOrOpen(
                data,
                code,
                request.allowsFiles() && !isWhole ? large.most() : Long.MAX_VALUE,
                reporting));
    start.check(rows, data, reading);
    MissingNotes.ofFit(rows, data, request.estimator(), request.options(), reporting);
    return PreparedRows.asRead(rows, reading, code);
  }

  @Override
  protected @Nullable FitRequest<?, ?> complete(
      FitRequest<?, ?> request,
      LoadedData loaded,
      Supplier<Provenance> origin,
      Interruption interruption) {
    Rows x = loaded.source();
    VariantCheck.order(request.options(), x);
    FitRequest<?, ?> complete = k == null ? chosen(request, loaded, interruption) : request;
    if (complete == null) {
      return null;
    }
    relaxed.check(data, x);
    super.complete(complete, loaded, origin, interruption);
    weights.requireFor(x);
    VariantCheck.data(data, complete.options(), x, reporting);
    start.note(complete.options().k(), reporting);
    large.note(complete, x, reporting);
    if (certify && complete.options() instanceof LassoOptions options) {
      long needed = Certifier.bytesNeeded(loaded.backend(), x, options);
      MemoryNeed.require("a certificate", loaded.backend(), x, needed);
    }
    return complete;
  }

  /** The request with the number of features that the data choose; null if there is none. */
  private @Nullable FitRequest<?, ?> chosen(
      FitRequest<?, ?> request, LoadedData loaded, Interruption interruption) {
    Stopwatch watch = Stopwatch.start();
    Duration limit = request.options().timeLimit();
    ChosenCount chosen =
        auto.choose(loaded, request.options().seed(), limit, reporting, interruption);
    if (chosen == null) {
      return null;
    }
    if (chosen.features() == 0) {
      AutoOptions.nothing(chosen, output, reporting);
      return null;
    }
    Duration left = limit == null ? null : limit.minusNanos((long) (watch.seconds() * 1e9));
    return request(chosen.features(), left);
  }

  @Override
  protected FittedData remembered(FittedData read) {
    return start.remembered(read.withChosen(auto.chosen()).withPreparation(weights.words()));
  }

  @Override
  protected void saved(
      FitRequest<?, ?> request,
      Model model,
      @Nullable Supplier<? extends Model> relaxed,
      LoadedData loaded,
      Interruption interruption,
      Answer answer) {
    if (auto.chosen() != null && reporting.json) {
      answer.with("choice", auto.chosen());
    }
    this.relaxed.save(relaxed, answer, reporting);
    holdOut.note(model, loaded.backend(), answer);
    OutlierNote.note(model, loaded.source(), reporting);
    new FitNotes(request, model, loaded.source(), reporting).write();
    if (!certify
        || !(model instanceof LassoModel lasso)
        || !(request.options() instanceof LassoOptions options)) {
      return;
    }
    if (interruption.isRequested()) {
      reporting.note("interrupted: the model is saved without a certificate");
      return;
    }
    reporting.note("model saved; computing the certificate");
    try {
      Certificate certificate =
          new Certifier(loaded.backend(), options)
              .certify(loaded, lasso.z(), lasso.mu(), Progress.of(reporting).until(interruption));
      ModelFile.save(lasso.certified(certificate), output);
      CertificateAnswer.add(certificate, answer, reporting.json);
    } catch (StoppedException e) {
      reporting.note("stopped before a bound was proven: the model is saved without a certificate");
    }
  }
}
