package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.report.page.Table;

/** The stationary distribution of the chain, and the number of features of a row that it says. */
final class StationarySection {

  private static final int MOST = 20;

  private StationarySection() {}

  static List<DomContent> of(ReportedFit fit, MarkovParameters parameters, int rows) {
    double[] stationary = parameters.stationary();
    double[] uses = parameters.uses();
    Table table =
        new Table(
                "The features of largest stationary probability Δ. A row that the chain draws visits"
                    + " feature k Δ_k/Δ₀ times on average, returns counted again; a fitted row has"
                    + " it at most once.")
            .column("feature")
            .numbers("Δ")
            .numbers("visits a row")
            .numbers("fitted rows that have it");
    IntStream.range(0, uses.length)
        .boxed()
        .sorted(Comparator.comparing((Integer k) -> -stationary[k + 1]).thenComparing(k -> k))
        .limit(MOST)
        .forEach(
            k ->
                table
                    .row()
                    .cell(fit.feature(k))
                    .bar(Quantity.number(stationary[k + 1]), stationary[k + 1])
                    .cell(Quantity.number(stationary[k + 1] / stationary[0]))
                    .cell(Quantity.percent(uses[k] / rows))
                    .about(k + 1));
    return List.of(
        p(
            "In the long run the chain is in its null state with probability Δ₀ = %s. A row that it draws has 1/Δ₀ − 1 = %s features on average (proposition 1 of Zhang & Paisley 2016); fitted rows have %s."
                .formatted(
                    Quantity.number(stationary[0]),
                    Quantity.number(parameters.expectedFeatures()),
                    Quantity.number(Arrays.stream(uses).sum() / rows))),
        table.html());
  }
}
