package org.latentfeature.report.fit;

import static j2html.TagCreator.caption;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.p;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import j2html.tags.specialized.ThTag;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Isolated;
import org.latentfeature.report.page.Table;

/** Which features occur together, and which exclude each other. */
final class CoOccurrenceSection {

  /** Largest number of features for which a matrix of all pairs is readable. */
  private static final int MOST_ACROSS = 60;

  private static final int PAIRS = 12;
  private static final int COMPLEMENTS = 10;

  private CoOccurrenceSection() {}

  static List<DomContent> of(ReportedFit fit) {
    CoOccurrence together = new CoOccurrence(fit.codes().z());
    List<CoOccurrence.Pair> strongest = together.strongest(PAIRS);
    if (strongest.isEmpty()) {
      return List.of(p("There are no two features that some rows have and others do not."));
    }
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "φ (phi) is the correlation of two features over the rows: 1 if the same rows have both,"
                + " 0 if the two are independent, −1 if each row has exactly one of them. For"
                + " independent features |φ| exceeds "
                + Quantity.number(together.chance())
                + " in one of 1,000 pairs."));
    List<CoOccurrence.Pair> complements = together.complements();
    complements.stream()
        .limit(COMPLEMENTS)
        .forEach(pair -> content.add(p(complement(fit, pair)).withClass("note")));
    if (complements.size() > COMPLEMENTS) {
      content.add(
          p(
              Quantity.count(complements.size() - COMPLEMENTS, "more pair")
                  + " of features are complements."));
    }
    DomContent pairs = pairs(fit, strongest);
    var tables =
        fit.features() <= MOST_ACROSS
            ? Figure.beside(pairs, matrix(fit, together))
            : Figure.beside(pairs);
    content.add(tables.attr("data-chance", together.chance()));
    return content;
  }

  /** z_a w_a + (1 − z_a) w_b = w_b + z_a (w_a − w_b): one feature and a constant. */
  private static String complement(ReportedFit fit, CoOccurrence.Pair pair) {
    String one = fit.feature(pair.a());
    String other = fit.feature(pair.b());
    String a = subscript(pair.a() + 1);
    String b = subscript(pair.b() + 1);
    String words =
        "Features %s and %s never occur together and one of them always does (φ = −1): feature %s is the complement of feature %s. "
            .formatted(one, other, other, one);
    return words
        + (fit.codes().areWeighted()
            ? "They split the rows into two groups; each row belongs to one of them."
            : "Together they act as one feature with the component w%s − w%s, added to the constant row w%s."
                .formatted(a, b, b));
  }

  private static String subscript(int number) {
    return Integer.toString(number)
        .chars()
        .mapToObj(digit -> Character.toString('₀' + digit - '0'))
        .reduce("", String::concat);
  }

  private static DomContent pairs(ReportedFit fit, List<CoOccurrence.Pair> strongest) {
    Table table =
        new Table("The pairs with the largest |φ|.")
            .column("features")
            .numbers("φ")
            .numbers("rows with both")
            .numbers("if independent");
    for (CoOccurrence.Pair pair : strongest) {
      table
          .row(
              fit.feature(pair.a()) + " and " + fit.feature(pair.b()),
              Quantity.signed(pair.phi()),
              Quantity.count(pair.together()),
              Quantity.tenths(pair.expected()))
          .has((pair.a() + 1) + " " + (pair.b() + 1));
    }
    return table.html();
  }

  private static DomContent matrix(ReportedFit fit, CoOccurrence together) {
    List<Integer> features = IntStream.range(0, fit.features()).boxed().toList();
    return div(table(
                caption("φ of every pair. Empty: all rows or none have one of the two."),
                thead(
                    tr(
                        th("").attr("scope", "col"),
                        each(features, b -> heading("col", b, Integer.toString(b + 1))))),
                tbody(
                    each(
                        features,
                        a ->
                            tr(
                                heading("row", a, fit.feature(a))
                                    .attr("data-rows", together.rows(a)),
                                each(features, b -> cell(together, a, b))))))
            .withClass("heat")
            .withStyle("--columns: " + features.size())
            .attr("data-count", fit.x().rows()))
        .withClass("scroll");
  }

  private static ThTag heading(String scope, int feature, String name) {
    return th(Isolated.name(name)).attr("scope", scope).attr("data-feature", feature + 1);
  }

  private static DomContent cell(CoOccurrence together, int a, int b) {
    double phi = a == b ? Double.NaN : together.phi(a, b);
    if (Double.isNaN(phi)) {
      return td("");
    }
    return td(Quantity.hundredths(phi))
        .withClass(phi < 0 ? "negative" : "positive")
        .attr("data-both", together.together(a, b))
        // The root, since most pairs are close to 0.
        .withStyle("--v:" + Math.round(100 * Math.sqrt(Math.abs(phi))) + "%");
  }
}
