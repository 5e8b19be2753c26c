package org.latentfeature.cli.lasso;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Progress;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.model.DataCheck;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.FeatureCount;
import org.latentfeature.cli.option.MemoryCheck;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TimeLimitOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Dataset;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.lasso.Certificate;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.Corrective;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.model.ModelFile;
import org.latentfeature.progress.StoppedException;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lfm fit}: from a file with X to a model. */
@Command(
    name = "fit",
    description = {
      "Fit X ≈ Z W with K features and save the model.",
      "Ctrl-C ends the fit with the best model so far, which is saved; the exit status is then 130."
    },
    footer = {
      "",
      "Examples:",
      "  lfm fit X.npy -k 35 -o model.lfm --certify",
      "  lfm fit X.npy -k 35 -o model.lfm --backend cuda --device 1",
      "  lfm fit faces.npy -k 20 -o faces.lfm --scale-by 0.00392156862745098 --time-limit 60",
      "  lfm fit table.csv -k 10 -o model.lfm --method lasso --lambda 1 --tau 0.02"
    })
public final class FitCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "X",
      description = "The data, a row for each observation: .npy, .npz, .csv, .tsv or libsvm.")
  @Reads
  Path data;

  @Option(
      names = {"-k", "--features"},
      paramLabel = "K",
      required = true,
      converter = FeatureCount.class,
      description = "Number of features, from 1 to the number of rows of X.")
  int k;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL",
      required = true,
      description = "The model's file.")
  @Writes
  Path output;

  @ArgGroup(multiplicity = "0..1")
  @Nullable PenaltyOptions penalty;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "best",
      description =
          "lasso (the convex fit, rounded; exact where there is a truth), path (feature by feature;"
              + " best where there is none), best of both, or paper (the algorithm as published, for"
              + " comparison: slower, and nothing refined) (default: ${DEFAULT-VALUE}).")
  Method method;

  @Option(
      names = "--corrective",
      paramLabel = "SOLVER",
      description =
          "Solver of the corrective step: newton, bcd or proximal, the paper's (default: newton;"
              + " with --method paper, proximal).")
  @Nullable Corrective corrective;

  @Option(
      names = "--certify",
      description = {
        "Prove how far the fit's objective is from the best possible of any columns, at the fit's"
            + " penalty; the proof is kept in the model. Takes about as long as a fit, and as long"
            + " again at most under --time-limit."
      })
  boolean certify;

  @Mixin TimeLimitOption timeLimit = new TimeLimitOption();
  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    LassoOptions options = options();
    reading.check();
    backends.check();
    Dataset dataset = reading.read(data, reporting);
    DataCheck.fit(data, dataset.x(), k);
    try (Interruption interruption = Interruption.watch();
        Backend backend = backends.open(reporting)) {
      if (certify) {
        MemoryCheck.certifiedFit(backend, dataset.x(), options);
      } else {
        MemoryCheck.fit(backend, dataset.x(), options);
      }
      Stopwatch watch = Stopwatch.start();
      LassoResult result;
      try {
        result =
            new LatentFeatureLasso(backend, options)
                .fit(dataset.x(), Progress.of(reporting).until(interruption));
      } catch (UnfinishedFitException e) {
        LassoResult best = e.soFar(LassoResult.class);
        ModelFile.save(model(best, options, backend.info(), dataset), output);
        throw new Failure(
            e,
            "the best so far, %d feature%s with rmse %.5g, is saved in %s"
                .formatted(best.z().cols(), best.z().cols() == 1 ? "" : "s", best.rmse(), output));
      }
      double seconds = watch.seconds();
      DataCheck.result(data, dataset.x(), result.rmse());
      LassoModel model = model(result, options, backend.info(), dataset);
      ModelFile.save(model, output);
      Answer answer =
          new Answer()
              .with("model", output.toString())
              .with("features", result.z().cols())
              .with("rmse", result.rmse())
              .with("method", result.method())
              .with("ended", result.ended().toString())
              .with("steps", result.trace().size())
              .with("seconds", seconds)
              .with("backend", backend.info().name());
      try {
        if (certify && interruption.isRequested()) {
          reporting.note("interrupted: the model is saved without a certificate");
        } else if (certify) {
          Certificate certificate = certificate(backend, options, dataset, result, interruption);
          ModelFile.save(model.certified(certificate), output);
          CertificateAnswer.add(certificate, answer, reporting.json);
        }
      } catch (StoppedException e) {
        reporting.note(
            "stopped before anything was proven: the model is saved without a certificate");
      } finally {
        // Whatever becomes of the proof, the fit is there.
        reporting.answer(answer);
      }
      return interruption.isRequested() ? Interruption.EXIT_STATUS : CommandLine.ExitCode.OK;
    }
  }

  private LassoModel model(
      LassoResult result, LassoOptions options, BackendInfo info, Dataset dataset) {
    return LassoModel.of(
        Version.software(), result, options, info, FittedData.of(dataset, reading.options()));
  }

  private Certificate certificate(
      Backend backend,
      LassoOptions options,
      Dataset dataset,
      LassoResult result,
      Interruption interruption) {
    reporting.note("saved; now proving how good it can be …");
    return new Certifier(backend, options)
        .certify(dataset.x(), result.z(), result.mu(), Progress.of(reporting).until(interruption));
  }

  private LassoOptions options() {
    if (penalty != null && method == Method.PATH) {
      throw new ParameterException(
          command.commandLine(), "--method path has no convex fit, and so no penalty; drop one");
    }
    try {
      if (certify && penalty != null && penalty.penalty().isZero()) {
        throw new IllegalArgumentException(
            "--certify needs a penalty above 0: without one, enough columns explain anything");
      }
      LassoOptions defaults = LassoOptions.of(k, method);
      return defaults
          .withPenalty(penalty == null ? null : penalty.penalty())
          .withCorrective(corrective == null ? defaults.corrective() : corrective)
          .withSeed(seed.seed)
          .withTimeLimit(timeLimit.duration());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
