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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.DivergingScale;

/** Which features go together, and which exclude each other. */
final class TogetherSection {

  /** Beyond, the square of all pairs is too large to be read. */
  private static final int MOST_ACROSS = 60;

  private static final int PAIRS = 10;

  /** From this phi on the cell is dark. */
  private static final double DARK = .55;

  private TogetherSection() {}

  static List<DomContent> of(ReportedFit fit) {
    CoOccurrence together = new CoOccurrence(fit.codes().z());
    List<CoOccurrence.Pair> strongest = together.strongest(PAIRS);
    List<DomContent> content = new ArrayList<>();
    if (strongest.isEmpty()) {
      content.add(p("There are no two features that some rows have and others have not."));
      return content;
    }
    content.add(
        p(
            "Phi is the correlation of two features over the rows: 1 where the same rows have both,"
                + " 0 where having one says nothing of the other, −1 where each row has one of the"
                + " two. Of independent features only one pair in 1,000 is farther from 0 than "
                + Quantity.number(together.chance())
                + "."));
    Table pairs =
        new Table("The pairs farthest from independence.")
            .column("features")
            .numbers("phi")
            .numbers("rows with both")
            .numbers("if independent");
    for (CoOccurrence.Pair pair : strongest) {
      pairs.row(
          "%d and %d".formatted(pair.a() + 1, pair.b() + 1),
          Quantity.signed(pair.phi()),
          Quantity.count(pair.together()),
          Quantity.tenths(pair.expected()));
    }
    content.add(pairs.html());
    if (fit.features() <= MOST_ACROSS) {
      content.add(square(fit, together));
    }
    return content;
  }

  private static DomContent square(ReportedFit fit, CoOccurrence together) {
    DivergingScale scale = new DivergingScale(1);
    List<Integer> features = IntStream.range(0, fit.features()).boxed().toList();
    return div(table(
                caption(
                    "Phi of every pair in hundredths; blue below 0, red above. Empty where all"
                        + " rows or none have one of the two."),
                thead(
                    tr(
                        th("").attr("scope", "col"),
                        each(features, b -> th(Integer.toString(b + 1)).attr("scope", "col")))),
                tbody(
                    each(
                        features,
                        a ->
                            tr(
                                th(Integer.toString(a + 1)).attr("scope", "row"),
                                each(
                                    features,
                                    b -> a.equals(b) ? td("") : cell(together.phi(a, b), scale))))))
            .withClass("heat"))
        .withClass("scroll");
  }

  private static DomContent cell(double phi, DivergingScale scale) {
    if (Double.isNaN(phi)) {
      return td("");
    }
    String style =
        "background:#%06x".formatted(scale.colour(phi))
            + (Math.abs(phi) > DARK ? ";color:#fff" : "");
    return td(Long.toString(Math.round(100 * phi)).replace('-', '−')).withStyle(style);
  }
}
