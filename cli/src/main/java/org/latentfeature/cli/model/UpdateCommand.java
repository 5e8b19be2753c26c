package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.cli.console.Version;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.MemoryOption;
import org.latentfeature.cli.option.MissingOption;
import org.latentfeature.cli.option.OutputCheck;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.scale.ModelUpdate;
import org.latentfeature.io.MissingCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lfm update}: rows added to a model, without those of its fit. */
@Command(
    name = "update",
    modelTransformer = UpdateCommand.NewRows.class,
    description = {
      "Add rows to a factorisation X ≈ ZW, without the rows of its fit.",
      "The new rows are coded, and W is fitted to all rows: what those of the fit add to it is "
          + "known from Z and W. Both are repeated until no code changes. Codes of the rows of the "
          + "fit stay.",
      "Features that the new rows need and no other row has are added after the others, if they "
          + "shorten the description of the new rows. Features keep their numbers and names.",
      "Exact if no entry was missing in the fit. Not for models whose features have weights, "
          + "'spectral' ones, nor fits that are robust, weighted, penalised or constrained."
    },
    footer = {
      "",
      "Examples:",
      "  ${COMMAND-FULL-NAME} model.lfm new.npy",
      "  ${COMMAND-FULL-NAME} customers.lfm april.csv -o customers-april.lfm",
      "  ${COMMAND-FULL-NAME} model.lfm new.npy --new-features 0 --json"
    })
public final class UpdateCommand implements Callable<Integer> {

  /** The model and the rows are fewer kinds than other commands take. */
  static final class NewRows implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      Map<String, String> descriptions =
          Map.of(
              "MODEL", "Model file of a factorisation.",
              "X", "New rows with the model's columns, without those of its fit.");
      for (PositionalParamSpec known : List.copyOf(command.positionalParameters())) {
        String description = descriptions.get(known.paramLabel());
        if (description != null) {
          command.remove(known);
          command.add(PositionalParamSpec.builder(known).description(description).build());
        }
      }
      return command;
    }
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "UPDATED",
      description = "Save the updated model to this file (default: MODEL is replaced).")
  @Writes
  @Nullable Path output;

  @Option(
      names = "--new-features",
      paramLabel = "N",
      defaultValue = "" + ModelUpdate.USUAL,
      description = "Maximum number of features to add; 0 adds none (default: ${DEFAULT-VALUE}).")
  int most;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin ModelRows files = new ModelRows();
  @Mixin MissingOption missing = new MissingOption();
  @Mixin MemoryOption memory = new MemoryOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Spec CommandSpec command;

  @Override
  public Integer call() throws IOException {
    if (most < 0) {
      throw new ParameterException(
          command.commandLine(), "--new-features is " + most + "; it must be at least 0");
    }
    files.reading.check();
    backends.check();
    Path saved = output == null ? files.model : output;
    OutputCheck.writable(saved);
    FactorModel fitted = ModelUpdate.require(Estimators.load(files.model), files.model.toString());
    TableOptions table = new TableOptions();
    table.missing = missing;
    Dataset rows = files.read(fitted, table, false, memory.most(), reporting);
    note(fitted.manifest(), rows);
    try (Backend backend = backends.open(reporting);
        LoadedData loaded = new LoadedData(backend, rows.rows())) {
      Stopwatch watch = Stopwatch.start();
      ModelUpdate<FactorModel> updated =
          ModelUpdate.of(
              loaded,
              fitted,
              new Provenance(
                  Version.software(), backend.info(), FittedData.of(rows, preparation(fitted))),
              most,
              seed.seed,
              reporting.course());
      double seconds = watch.seconds();
      DataCheck.result(files.data, rows.rows(), updated.model().manifest().rmse());
      ModelFile.save(updated.model(), saved);
      if (!updated.isExact()) {
        reporting.note(
            "entries were missing in the fit: they count as what the model says of them, so that "
                + "W and the error of the rows of the fit are estimates");
      }
      reporting.answer(answer(updated, saved, seconds, backend));
    } finally {
      FileReadings.close(rows.rows());
    }
    return CommandLine.ExitCode.OK;
  }

  /**
   * Notes which row names the model will not hold, and that no features are searched for where rows
   * are not dense in memory.
   */
  private void note(Manifest fitted, Dataset rows) {
    if (rows.ids() != null && fitted.rowIds() == null) {
      reporting.note(
          "%s names its rows, but %s does not name its own: the names are left out"
              .formatted(files.data, files.model));
    }
    if (most > 0 && !(rows.rows() instanceof Matrix)) {
      reporting.note(
          "%s is not dense in memory: its rows are coded, but no features are added"
              .formatted(files.data));
    }
  }

  private Map<String, String> preparation(FactorModel fitted) {
    MissingCode code = missing.code(fitted.manifest().options(), MissingCode.REFUSED);
    return code.allowed() ? Map.of(FittedData.MISSING, code.toString()) : Map.of();
  }

  private static Answer answer(
      ModelUpdate<FactorModel> updated, Path saved, double seconds, Backend backend) {
    return new Answer()
        .with("model", saved.toString())
        .with("rows", updated.model().z().rows())
        .with("added_rows", updated.rows())
        .with("features", updated.model().w().rows())
        .with("added_features", updated.features())
        .with("rmse", updated.model().manifest().rmse())
        .with("rmse_fitted_rows", updated.fitted())
        .with("rmse_fitted_rows_before", updated.fittedBefore())
        .with("rmse_added_rows", updated.added())
        .with("rmse_added_rows_before", updated.addedBefore())
        .with("rounds", updated.rounds())
        .with("seconds", seconds)
        .with("backend", backend.info().name());
  }
}
