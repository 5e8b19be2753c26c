package org.latentfeature.bench.precision;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latentfeature.bench.suite.MarkdownTable;

/** The results of all variants; means with their standard errors, and the worst. */
final class PrecisionTable {

  private static final List<String> HEADER =
      List.of(
          "search", "sweeps", "SDP", "worst", "score", "±", "worst", "steps", "error", "±", "worst",
          "fall");

  private final MarkdownTable table = new MarkdownTable(1, HEADER);
  private final int comparisons;

  PrecisionTable(Map<SearchVariant, VariantResults> results) {
    results.forEach((variant, of) -> table.add(line(variant, of)));
    comparisons = results.values().iterator().next().score.count();
  }

  private static List<String> line(SearchVariant variant, VariantResults of) {
    return List.of(
        variant.toString(),
        number("%.1f", of.sweeps.mean()),
        number("%.4f", of.bound.mean()),
        number("%.4f", of.bound.least()),
        number("%.4f", of.score.mean()),
        number("%.4f", of.score.standardError()),
        number("%.4f", of.score.least()),
        number("%.2f", of.steps.mean()),
        number("%.4f", of.error.mean()),
        number("%.4f", of.error.standardError()),
        number("%.4f", of.error.most()),
        number("%.0e", of.fall));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  @Override
  public String toString() {
    return comparisons + " residuals\n\n" + table;
  }
}
