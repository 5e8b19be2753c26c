package org.latentfeature.report.graph;

import java.util.Locale;
import org.latentfeature.report.chart.Palette;
import org.latentfeature.report.page.XmlCharacters;

/**
 * A transition graph in the language of Graphviz, for other layouts. Besides what Graphviz draws
 * (label, colour by group, width of line by probability) nodes have {@code usage} and edges {@code
 * probability}, which it passes over.
 */
final class GraphDot {

  private GraphDot() {}

  static String write(TransitionGraph graph, FeatureGroups groups) {
    StringBuilder dot = new StringBuilder("digraph features {\n  overlap=false;\n");
    for (State state : graph.states()) {
      dot.append("  ").append(state.number());
      dot.append(" [label=").append(quoted(state.label()));
      dot.append(", usage=").append(quoted(state.usage()));
      int group = groups.groupOf(state.number());
      if (group >= 0) {
        dot.append(", class=").append(quoted("group" + (group + 1)));
        dot.append(", color=").append(quoted(Palette.css(Palette.colour(group))));
      }
      dot.append("];\n");
    }
    double likeliest = graph.likeliest();
    for (Transition t : graph.transitions()) {
      dot.append("  ").append(t.from()).append(" -> ").append(t.to());
      dot.append(" [probability=").append(quoted(t.probability()));
      dot.append(", penwidth=")
          .append(String.format(Locale.ROOT, "%.2f", .5 + 2.5 * t.probability() / likeliest));
      dot.append("];\n");
    }
    return dot.append("}\n").toString();
  }

  /** Numbers too: one with an exponent is no number to Graphviz. */
  private static String quoted(double value) {
    return quoted(Double.toString(value));
  }

  /**
   * {@code text} between quotes so that Graphviz shows it as it is: in a label it takes a backslash
   * for an escape sequence and an ampersand for the beginning of an entity.
   */
  private static String quoted(String text) {
    String escaped = text.replace("&", "&amp;").replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + XmlCharacters.only(escaped) + '"';
  }
}
