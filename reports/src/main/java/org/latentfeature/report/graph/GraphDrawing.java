package org.latentfeature.report.graph;

import static j2html.TagCreator.tag;

import j2html.tags.ContainerTag;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.latentfeature.report.chart.Palette;
import org.latentfeature.report.page.XmlCharacters;

/**
 * A transition graph as a picture that scales and needs nothing but itself: features as {@link
 * Portraits}, transitions as arrows, the wider and darker the likelier, groups by colour.
 */
public final class GraphDrawing {

  private static final double MARGIN = 18;
  private static final double NULL_SIZE = 46;

  /** Pixels a unit on a page, by which letters are about as large as those of its charts. */
  private static final double PAGE = 1.35;

  private static final String INK = Palette.css(Palette.INK);

  /** The colour of arrows from and to the null state, of which there are many. */
  private static final String FAINT = "#8f8f8f";

  /** The colour of arrows between groups and of features in none. */
  private static final String NEUTRAL = "#5f6b76";

  private final TransitionGraph graph;
  private final FeatureGroups groups;
  private final Portraits portraits;
  private final double mostUsed;
  private final double likeliest;

  private GraphDrawing(TransitionGraph graph, FeatureGroups groups, Portraits portraits) {
    this.graph = graph;
    this.groups = groups;
    this.portraits = portraits;
    mostUsed = graph.mostUsed();
    likeliest = graph.likeliest();
  }

  /** The drawing as an XML document. Equal arguments give equal text. */
  static String svg(TransitionGraph graph, FeatureGroups groups, Portraits portraits) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + XmlCharacters.only(new GraphDrawing(graph, groups, portraits).draw(1).render())
        + "\n";
  }

  /** The drawing as an SVG element of a page, which needs no names there. */
  public static String element(TransitionGraph graph, FeatureGroups groups, Portraits portraits) {
    return new GraphDrawing(graph, groups, portraits).draw(PAGE).withClass("graph").render();
  }

  /** The drawing, {@code scale} pixels a unit where nothing else is said. */
  private ContainerTag<?> draw(double scale) {
    List<Box> boxes = GraphLayout.place(graph, graph.states().stream().map(this::size).toList());
    GraphLegend legend = new GraphLegend(graph, groups, this::arrow);
    Box all = Box.around(boxes);
    double top = graph.states().isEmpty() ? 0 : all.bottom() + MARGIN;
    double width = Math.max(all.width(), legend.width()) + 2 * MARGIN;
    double height = top + legend.height() + 2 * MARGIN;
    double indent = MARGIN + (width - 2 * MARGIN - all.width()) / 2;
    return tag("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("viewBox", "0 0 " + SvgText.number(width) + " " + SvgText.number(height))
        .attr("width", SvgText.number(scale * width))
        .attr("height", SvgText.number(scale * height))
        .attr("role", "img")
        .attr("font-family", "sans-serif")
        .attr("font-size", SvgText.number(SvgText.SIZE))
        .attr("fill", INK)
        .with(
            tag("title").withText("Features and the transitions between them"),
            tag("rect").attr("width", "100%").attr("height", "100%").attr("fill", "#fff"),
            moved(indent, MARGIN)
                .attr("text-anchor", "middle")
                .with(arrows(boxes))
                .with(nodes(boxes)),
            moved(MARGIN, MARGIN + top).with(legend.draw()));
  }

  private static ContainerTag<?> moved(double x, double y) {
    return tag("g")
        .attr("transform", "translate(" + SvgText.number(x) + " " + SvgText.number(y) + ")");
  }

  private Box size(State state) {
    if (state.isNull()) {
      return new Box(0, 0, NULL_SIZE, NULL_SIZE);
    }
    Portraits.Extent extent = portraits.extent(state, share(state));
    return new Box(0, 0, extent.width(), extent.height());
  }

  private double share(State state) {
    return state.usage() / mostUsed;
  }

  /** The likeliest come last, so that they lie above the others; those of the null state below. */
  private List<DomContent> arrows(List<Box> boxes) {
    List<Transition> rising = new ArrayList<>(graph.transitions());
    rising.sort(
        Comparator.comparing((Transition t) -> t.from() != 0 && t.to() != 0)
            .thenComparing(Transition::probability));
    List<DomContent> arrows = new ArrayList<>();
    for (Transition t : rising) {
      State from = graph.states().get(graph.position(t.from()));
      State to = graph.states().get(graph.position(t.to()));
      Box start = boxes.get(graph.position(t.from()));
      Box end = boxes.get(graph.position(t.to()));
      Arrow arrow = arrow(t.probability(), colour(t));
      String title =
          "%s → %s: %s".formatted(from.label(), to.label(), SvgText.probability(t.probability()));
      arrows.add(
          t.from() == t.to() ? arrow.around(start, title) : arrow.between(start, end, title));
    }
    return arrows;
  }

  /** The root, lest one sure transition make all others hairlines. */
  private Arrow arrow(double probability, String colour) {
    double share = Math.sqrt(probability / likeliest);
    return new Arrow(colour, .5 + 2.3 * share, .3 + .6 * share);
  }

  private String colour(Transition t) {
    if (t.from() == 0 || t.to() == 0) {
      return FAINT;
    }
    int group = groups.groupOf(t.from());
    return group >= 0 && group == groups.groupOf(t.to())
        ? Palette.css(Palette.colour(group))
        : NEUTRAL;
  }

  private List<DomContent> nodes(List<Box> boxes) {
    List<DomContent> nodes = new ArrayList<>();
    for (int i = 0; i < boxes.size(); i++) {
      State state = graph.states().get(i);
      Box box = boxes.get(i);
      nodes.add(
          moved(box.left(), box.top())
              .condAttr(!state.isNull(), "data-feature", Integer.toString(state.number()))
              .with(tag("title").withText(title(state)))
              .with(state.isNull() ? nullState() : portrait(state)));
    }
    return nodes;
  }

  private DomContent portrait(State state) {
    int group = groups.groupOf(state.number());
    return portraits.draw(
        state, share(state), group >= 0 ? Palette.css(Palette.colour(group)) : NEUTRAL);
  }

  private static DomContent nullState() {
    double middle = NULL_SIZE / 2;
    return tag("g")
        .with(
            tag("circle")
                .attr("cx", SvgText.number(middle))
                .attr("cy", SvgText.number(middle))
                .attr("r", SvgText.number(middle - 1))
                .attr("fill", "#f4f4f4")
                .attr("stroke", INK)
                .attr("stroke-width", "1.5")
                .attr("stroke-dasharray", "4 2"),
            SvgText.line("null", middle, middle - 1).attr("font-weight", "bold"),
            SvgText.line("state", middle, middle + SvgText.SIZE).attr("font-weight", "bold"));
  }

  private String title(State state) {
    if (state.isNull()) {
      return "null state: between two rows";
    }
    String number = Integer.toString(state.number());
    int group = groups.groupOf(state.number());
    return "feature "
        + (state.label().equals(number) ? number : number + ", " + state.label())
        + ", used "
        + SvgText.usage(state.usage())
        + (state.usage() == 1 ? " time" : " times")
        + (group >= 0 ? ", group " + (group + 1) : "");
  }
}
