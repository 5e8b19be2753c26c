package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.estimator.Estimators;
import org.latentfeature.model.Manifest;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code lfm info}: what is in a model, and how it came about. */
@Command(
    name = "info",
    description = "Show what a model holds and how it was made.",
    footer = {"", "Example:", "  ${COMMAND-FULL-NAME} model.lfm --json"})
public final class InfoCommand implements Callable<Integer> {

  /** How many columns' names a person is shown. */
  private static final int MOST_NAMES = 20;

  @Parameters(paramLabel = "MODEL", description = "A saved model of any kind.")
  @Reads
  Path model;

  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    Manifest manifest = Estimators.load(model).manifest();
    Answer answer =
        new Answer()
            .with("kind", manifest.kind())
            .with("rows", manifest.rows())
            .with("columns", manifest.columns())
            .with("features", manifest.features())
            .with("rmse", manifest.rmse())
            .with("method", manifest.method())
            .with("ended", manifest.ended().toString())
            .with("steps", manifest.trace().size())
            .with("seed", manifest.seed());
    if (reporting.json) {
      answer.with("figures", manifest.figures());
    } else {
      manifest.figures().forEach((name, value) -> answer.with(name.replace('_', ' '), value));
    }
    reporting.answer(
        reporting.json
            ? answer
                .with("seconds", manifest.seconds())
                .with("options", manifest.options())
                .with("backend", manifest.backend())
                .with("data_hash", manifest.dataHash())
                .with("software", manifest.software())
                .with("format_version", manifest.formatVersion())
                .with("column_names", manifest.columnNames())
                .with("trace", manifest.trace())
            : answer
                .with("seconds", words(manifest.seconds()))
                .with("options", words(manifest.options()))
                .with("backend", manifest.backend().name() + ", " + manifest.backend().device())
                .with("threads", manifest.backend().threads())
                .with("versions", words(new TreeMap<>(manifest.backend().versions())))
                .with("data hash", manifest.dataHash())
                .with("software", manifest.software())
                .with("format version", manifest.formatVersion())
                .with(
                    "column names",
                    manifest.columnNames() == null ? null : names(manifest.columnNames())));
    return CommandLine.ExitCode.OK;
  }

  private static String names(List<String> all) {
    String first = String.join(", ", all.subList(0, Math.min(MOST_NAMES, all.size())));
    int more = all.size() - MOST_NAMES;
    return more <= 0 ? first : "%s and %,d more (--json has all)".formatted(first, more);
  }

  private static String words(Map<String, ?> map) {
    StringBuilder words = new StringBuilder();
    map.forEach(
        (name, value) ->
            words
                .append(words.isEmpty() ? "" : ", ")
                .append(name)
                .append(' ')
                .append(Answer.word(value)));
    return words.toString();
  }
}
