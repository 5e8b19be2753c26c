package org.latentfeature.report.graph;

import static j2html.TagCreator.tag;

import j2html.tags.DomContent;

/**
 * A transition as it is drawn: an arrow from the edge of one box to that of another. It bends to
 * its right, so that it and the one back do not lie on each other.
 *
 * @param colour as CSS has it
 * @param width of its line
 * @param opacity in [0, 1]
 */
record Arrow(String colour, double width, double opacity) {

  /** How far the curve's control point is from the straight line, as a share of its length. */
  private static final double BEND = .13;

  private static final double MOST_BEND = 34;
  private static final double MOST_REACH = 18;
  private static final double CLEARANCE = 2;

  private record Point(double x, double y) {}

  /** The arrow between two boxes that do not overlap, with what it says of itself on a hover. */
  DomContent between(Box from, Box to, String title) {
    Point leaves = border(from, new Point(to.x(), to.y()));
    Point enters = border(to, new Point(from.x(), from.y()));
    double dx = to.x() - from.x();
    double dy = to.y() - from.y();
    double bend = Math.min(BEND, MOST_BEND / Math.max(1e-9, Math.sqrt(dx * dx + dy * dy)));
    Point control =
        new Point(
            (leaves.x() + enters.x()) / 2 - bend * dy, (leaves.y() + enters.y()) / 2 + bend * dx);
    Point start = border(from, control);
    Point tip = border(to, control);
    return draw(start, "Q" + text(control), control, tip, title);
  }

  /** The arrow from a box to itself, about its upper right corner. */
  DomContent around(Box box, String title) {
    double reach = Math.min(MOST_REACH, Math.min(box.width(), box.height()) / 2);
    Point out = new Point(box.right() - reach / 2, box.top() - reach);
    Point back = new Point(box.right() + reach, box.top() + reach / 2);
    return draw(
        new Point(box.right() - reach, box.top() - CLEARANCE),
        "C" + text(out) + " " + text(back),
        back,
        new Point(box.right() + CLEARANCE, box.top() + reach),
        title);
  }

  /** A curve to {@code tip}, at which it arrives from {@code last}, the last of its controls. */
  private DomContent draw(Point start, String controls, Point last, Point tip, String title) {
    double dx = tip.x() - last.x();
    double dy = tip.y() - last.y();
    double length = Math.max(1e-9, Math.sqrt(dx * dx + dy * dy));
    double head = headLength();
    double x = dx / length * head;
    double y = dy / length * head;
    Point neck = new Point(tip.x() - .8 * x, tip.y() - .8 * y);
    String line = "M" + text(start) + controls + " " + text(neck);
    String triangle =
        "M%sL%s %sZ"
            .formatted(
                text(tip),
                text(new Point(tip.x() - x - .42 * y, tip.y() - y + .42 * x)),
                text(new Point(tip.x() - x + .42 * y, tip.y() - y - .42 * x)));
    return tag("g")
        .attr("opacity", SvgText.number(opacity))
        .with(
            tag("title").withText(title),
            tag("path")
                .attr("d", line)
                .attr("fill", "none")
                .attr("stroke", colour)
                .attr("stroke-width", SvgText.number(width)),
            tag("path").attr("d", triangle).attr("fill", colour));
  }

  private double headLength() {
    return 4 + 2.2 * width;
  }

  /** Where the straight line from the middle of {@code box} to {@code target} leaves its border. */
  private static Point border(Box box, Point target) {
    double dx = target.x() - box.x();
    double dy = target.y() - box.y();
    double across = (box.width() / 2 + CLEARANCE) / Math.max(1e-9, Math.abs(dx));
    double down = (box.height() / 2 + CLEARANCE) / Math.max(1e-9, Math.abs(dy));
    double share = Math.min(across, down);
    return new Point(box.x() + share * dx, box.y() + share * dy);
  }

  private static String text(Point point) {
    return SvgText.number(point.x()) + " " + SvgText.number(point.y());
  }
}
