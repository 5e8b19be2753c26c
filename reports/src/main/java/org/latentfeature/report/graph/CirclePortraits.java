package org.latentfeature.report.graph;

import static j2html.TagCreator.tag;

import j2html.tags.DomContent;

/** Circles with names in them; their area grows with the usage. */
final class CirclePortraits implements Portraits {

  private static final double LEAST = 26;
  private static final double MOST = 60;

  @Override
  public Extent extent(State feature, double share) {
    return new Extent(size(share), size(share));
  }

  @Override
  public DomContent draw(State feature, double share, String frame) {
    double radius = size(share) / 2;
    return tag("g")
        .with(
            tag("circle")
                .attr("cx", SvgText.number(radius))
                .attr("cy", SvgText.number(radius))
                .attr("r", SvgText.number(radius - 1))
                .attr("fill", "#f4f4f4")
                .attr("stroke", frame)
                .attr("stroke-width", "2"),
            SvgText.line(
                SvgText.cut(feature.label(), 2 * radius - 4), radius, radius + SvgText.SIZE / 3));
  }

  private static double size(double share) {
    return LEAST + (MOST - LEAST) * Math.sqrt(share);
  }
}
