package org.latentfeature.report.graph;

import static j2html.TagCreator.tag;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import org.latentfeature.report.chart.Palette;

/**
 * The legend of a drawn graph: the meaning of its arrows, colours and sizes, and the part of the
 * chain that it shows.
 */
final class GraphLegend {

  private static final double SIZE = 11;
  private static final double LINE = 18;
  private static final double ARROW = 44;
  private static final double SWATCH = 10;
  private static final double SPACE = 6;
  private static final double BETWEEN = 16;

  private final TransitionGraph graph;
  private final BiFunction<Double, String, Arrow> arrows;
  private final List<DomContent> parts = new ArrayList<>();
  private double width;
  private double x;
  private double baseline;

  /**
   * The legend of a graph.
   *
   * @param arrows how a transition of a probability is drawn in a colour
   */
  GraphLegend(
      TransitionGraph graph, FeatureGroups groups, BiFunction<Double, String, Arrow> arrows) {
    this.graph = graph;
    this.arrows = arrows;
    if (!graph.transitions().isEmpty()) {
      transitions();
    }
    if (!groups.groups().isEmpty()) {
      groups(groups);
    }
    for (String sentence : sentences()) {
      nextLine();
      text(sentence);
    }
  }

  double width() {
    return width;
  }

  double height() {
    return baseline + SIZE / 2;
  }

  /** The legend from (0, 0) on. */
  DomContent draw() {
    return tag("g").attr("font-size", SvgText.number(SIZE)).with(parts);
  }

  private void nextLine() {
    x = 0;
    baseline += LINE;
  }

  private void text(String text) {
    parts.add(SvgText.line(text, x, baseline));
    x += SvgText.width(text, SIZE) + BETWEEN;
    width = Math.max(width, x - BETWEEN);
  }

  private void transitions() {
    nextLine();
    double[] some =
        graph.transitions().stream().mapToDouble(Transition::probability).sorted().toArray();
    text("probability of the transition");
    DoubleStream.of(some[0], some[some.length / 2], some[some.length - 1])
        .distinct()
        .forEach(
            probability -> {
              double y = baseline - SIZE / 3;
              parts.add(
                  arrows
                      .apply(probability, Palette.css(Palette.INK))
                      .between(
                          new Box(x, y, 0, 0), new Box(x + ARROW, y, 0, 0), "sample of an arrow"));
              x += ARROW + SPACE;
              text(SvgText.probability(probability));
            });
  }

  private void groups(FeatureGroups groups) {
    nextLine();
    text("groups of features that follow each other");
    for (int g = 0; g < groups.groups().size(); g++) {
      parts.add(
          tag("rect")
              .attr("x", SvgText.number(x))
              .attr("y", SvgText.number(baseline - SWATCH + 1))
              .attr("width", SvgText.number(SWATCH))
              .attr("height", SvgText.number(SWATCH))
              .attr("fill", Palette.css(Palette.colour(g))));
      x += SWATCH + SPACE;
      text("group " + (g + 1));
    }
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<State> features = graph.features();
    if (features.isEmpty()) {
      return List.of("No feature is used.");
    }
    double least = features.stream().mapToDouble(State::usage).min().orElse(0);
    double most = graph.mostUsed();
    sentences.add(
        (features.size() < graph.used()
                ? "The %,d most used of %,d features".formatted(features.size(), graph.used())
                : "%,d feature%s".formatted(features.size(), features.size() == 1 ? "" : "s"))
            + ", the larger the more used: "
            + SvgText.usage(least)
            + " to "
            + SvgText.usage(most)
            + " times.");
    TransitionChoice choice = graph.choice();
    String above = "transitions of probability " + choice.threshold() + " or more";
    sentences.add(
        switch (choice.strongest()) {
          case 0 -> "All " + above + ".";
          case 1 ->
              "The likeliest transition of each feature, if it stands out, and all " + above + ".";
          default ->
              "The %d likeliest transitions of each feature, if they stand out, and all %s."
                  .formatted(choice.strongest(), above);
        });
    return sentences;
  }
}
