package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.model.Manifest;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lfm info}: what is in a model, and how it was fitted. */
@Command(
    name = "info",
    description = "Show what a model contains and how it was fitted.",
    footer = {"", "Example:", "  ${COMMAND-FULL-NAME} model.lfm --json"})
public final class InfoCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODEL", description = "Model file of any kind.")
  @Reads
  Path model;

  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    Manifest manifest = Estimators.load(model).manifest();
    if (reporting.json) {
      reporting.answer(json(manifest));
    } else {
      reporting.print(ModelSummary.of(manifest).text());
    }
    return CommandLine.ExitCode.OK;
  }

  private static Answer json(Manifest manifest) {
    return new Answer()
        .with("kind", manifest.kind())
        .with("rows", manifest.rows())
        .with("columns", manifest.columns())
        .with("features", manifest.features())
        .with("rmse", manifest.rmse())
        .with("method", manifest.method())
        .with("ended", manifest.ended().toString())
        .with("steps", manifest.trace().size())
        .with("seed", manifest.seed())
        .with("figures", manifest.figures())
        .with("seconds", manifest.seconds())
        .with("options", manifest.options())
        .with("backend", manifest.backend())
        .with("data_hash", manifest.dataHash())
        .with("software", manifest.software())
        .with("format_version", manifest.formatVersion())
        .with("column_names", manifest.columnNames())
        .with("feature_names", manifest.featureNames())
        .with("choice", manifest.chosen())
        .with("trace", manifest.trace());
  }
}
