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

/** Which features follow which on the paths of rows. */
final class TransitionSection {

  /** As many as there are colours. */
  private static final int GROUPS = 7;

  private static final int LIKELIEST = 10;

  private TransitionSection() {}

  static List<DomContent> of(ReportedFit fit, TransitionGraph graph) {
    List<DomContent> content = new ArrayList<>();
    content.add(
        p(
            "The features of a row are those that a Markov chain visits between two visits to a null"
                + " state. An arrow leads from a feature to one that is likely to be next; features"
                + " that lead to one another have one colour. Counts are those of the rows of the"
                + " fit."));
    content.add(
        p("Rows tell sets of features, and not the order in which they were visited: a chain and"
                + " the same chain run backwards give the same sets. So all arrows might point the"
                + " other way; what is related to what is found, and what comes first is not.")
            .withClass("note"));
    if (graph.features().isEmpty()) {
      content.add(p("No row of the fit has any feature."));
      return content;
    }
    content.add(
        Figure.drawing(
            GraphDrawing.element(graph, FeatureGroups.of(graph, GROUPS), portraits(fit)),
            "Features and the transitions between them. 'lfm markov graph' draws other choices of"
                + " them."));
    content.add(likeliest(graph));
    return content;
  }

  private static Portraits portraits(ReportedFit fit) {
    PictureShape shape = fit.shape();
    return shape == null
        ? Portraits.columns(fit.w(), fit.columnNames())
        : Portraits.pictures(fit.w(), shape);
  }

  private static DomContent likeliest(TransitionGraph graph) {
    if (graph.transitions().isEmpty()) {
      return p("No transition between features stands out.");
    }
    Table table =
        new Table("The likeliest transitions of the drawing.")
            .column("transition")
            .numbers("probability");
    graph.transitions().stream()
        .sorted(
            Comparator.comparing((Transition t) -> -t.probability())
                .thenComparing(Transition::from)
                .thenComparing(Transition::to))
        .limit(LIKELIEST)
        .forEach(t -> table.row(t.from() + " → " + t.to(), Quantity.percent(t.probability())));
    return table.html();
  }
}
