package org.latentfeature.report.fit;

import static j2html.TagCreator.p;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.latentfeature.report.graph.FeatureGroups;
import org.latentfeature.report.graph.GraphDrawing;
import org.latentfeature.report.graph.Portraits;
import org.latentfeature.report.graph.Transition;
import org.latentfeature.report.graph.TransitionGraph;
import org.latentfeature.report.page.Figure;
import org.latentfeature.report.page.Table;
import org.latentfeature.report.picture.PictureShape;

/** The transitions between features. */
final class TransitionSection {

  /** As many as there are colours. */
  private static final int GROUPS = 7;

  private static final int LIKELIEST = 10;

  private TransitionSection() {}

  static List<DomContent> of(ReportedFit fit, TransitionGraph graph) {
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "The features of a row are the states that a Markov chain visits between two visits to its"
                + " null state. An arrow points from a feature to one that often follows it. Groups"
                + " of features that follow each other have one colour. Counts are those of the"
                + " fitted rows."));
    content.add(
        p("The direction of the arrows is not identified: a row shows which features were visited,"
                + " not in which order, and a chain and its reverse give the same sets. All arrows"
                + " could point the other way.")
            .withClass("note"));
    if (graph.features().isEmpty()) {
      content.add(p("No fitted row has a feature."));
      return content;
    }
    content.add(
        Figure.drawing(
            GraphDrawing.element(graph, FeatureGroups.of(graph, GROUPS), portraits(fit)),
            "Features and the transitions between them. To draw another selection, run 'lfm markov"
                + " graph'."));
    content.add(likeliest(fit, graph));
    return content;
  }

  private static Portraits portraits(ReportedFit fit) {
    PictureShape shape = fit.shape();
    return shape == null
        ? Portraits.columns(fit.w(), fit.columnNames())
        : Portraits.pictures(fit.w(), shape, fit.scale());
  }

  private static DomContent likeliest(ReportedFit fit, TransitionGraph graph) {
    if (graph.transitions().isEmpty()) {
      return p("No transition between features is much likelier than the others.");
    }
    Table table =
        new Table("The likeliest transitions of the graph.")
            .column("transition")
            .numbers("probability");
    graph.transitions().stream()
        .sorted(
            Comparator.comparing((Transition t) -> -t.probability())
                .thenComparing(Transition::from)
                .thenComparing(Transition::to))
        .limit(LIKELIEST)
        .forEach(
            t ->
                table
                    .row(fit.feature(t.from() - 1) + " → " + fit.feature(t.to() - 1))
                    .bar(Quantity.percent(t.probability()), t.probability())
                    .has(t.from() + " " + t.to()));
    return table.html();
  }
}
