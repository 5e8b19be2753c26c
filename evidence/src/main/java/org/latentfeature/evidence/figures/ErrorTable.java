package org.latentfeature.evidence.figures;

import static j2html.TagCreator.details;
import static j2html.TagCreator.summary;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.latentfeature.evidence.Spread;
import org.latentfeature.evidence.Words;
import org.latentfeature.report.page.Table;

/** One metric K by K: ours beside the lowest recorded, the lower in bold. */
final class ErrorTable {

  private static final List<Approach> OURS = List.of(Approach.PATH, Approach.LASSO, Approach.PAPER);

  private ErrorTable() {}

  /** The tables of all metrics that the data set has, each folded away until asked for. */
  static List<DomContent> html(Findings findings, RecordedFigures recorded) {
    List<DomContent> tables = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      boolean any =
          OURS.stream()
              .anyMatch(
                  a ->
                      Arrays.stream(findings.features(a))
                          .anyMatch(k -> findings.error(a, metric, k).isPresent()));
      if (any) {
        tables.add(
            details(summary(metric.label() + " K by K"), table(findings, recorded, metric).html()));
      }
    }
    return tables;
  }

  private static Table table(Findings findings, RecordedFigures recorded, Metric metric) {
    Table table =
        new Table(
            "The lowest of our runs and the lowest of all recorded runs; the lowest of each row in bold.");
    table.numbers("K");
    if (metric == Metric.RMSE_NOISY) {
      table.numbers("SVD bound");
    }
    OURS.forEach(approach -> table.numbers(approach.label()));
    table.numbers("recorded").column("recorded by");
    for (int k : findings.features()) {
      Optional<RecordedFigures.Entry> best = recorded.best(findings.data().name(), metric, k);
      double lowest = best.map(RecordedFigures.Entry::best).orElse(Double.POSITIVE_INFINITY);
      for (Approach approach : OURS) {
        lowest =
            Math.min(
                lowest,
                findings
                    .error(approach, metric, k)
                    .map(Spread::best)
                    .orElse(Double.POSITIVE_INFINITY));
      }
      table.row().cell(Integer.toString(k));
      if (metric == Metric.RMSE_NOISY) {
        table.cell(Words.error(findings.svdBound(k)));
      }
      for (Approach approach : OURS) {
        add(table, findings.error(approach, metric, k).map(Spread::best), lowest);
      }
      add(table, best.map(RecordedFigures.Entry::best), lowest);
      table.cell(
          best.map(figure -> "%s, %d runs".formatted(figure.method(), figure.runs())).orElse(""));
    }
    return table;
  }

  private static void add(Table table, Optional<Double> value, double lowest) {
    String text = value.map(Words::error).orElse(Words.NONE);
    if (value.isPresent() && value.get() == lowest) {
      table.best(text);
    } else {
      table.cell(text);
    }
  }
}
