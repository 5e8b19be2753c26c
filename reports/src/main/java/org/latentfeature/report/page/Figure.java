package org.latentfeature.report.page;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.img;
import static j2html.TagCreator.rawHtml;

import j2html.tags.DomContent;
import java.awt.image.BufferedImage;
import java.util.List;
import org.latentfeature.report.picture.Png;

/** Charts and pictures with what they show written below. */
public final class Figure {

  private Figure() {}

  /** A chart, given as an SVG element by {@link org.latentfeature.report.chart}. */
  public static DomContent chart(String svg, String caption) {
    return figure(rawHtml(svg), figcaption(caption));
  }

  /** A drawing of any size, given as an SVG element; it scrolls where a screen is too narrow. */
  public static DomContent drawing(String svg, String caption) {
    return figure(div(rawHtml(svg)).withClass("scroll"), figcaption(caption));
  }

  /** A picture of any size, its pixels crisp. {@code alt} says in words what it shows. */
  public static DomContent picture(BufferedImage image, String alt, String caption) {
    return figure(image(image, alt), figcaption(caption));
  }

  /** Two pictures side by side. */
  public static DomContent pair(
      BufferedImage left, String leftAlt, BufferedImage right, String rightAlt, String caption) {
    return figure(
        div(image(left, leftAlt), image(right, rightAlt)).withClass("pair"), figcaption(caption));
  }

  /** A heat map, as wide as the page, with {@code lineHeight} pixels for each of its lines. */
  public static DomContent map(BufferedImage image, int lineHeight, String alt, String caption) {
    return figure(
        img()
            .withClass("map")
            .withSrc(Png.dataUri(image))
            .withAlt(alt)
            .withStyle("height:" + image.getHeight() * lineHeight + "px"),
        figcaption(caption));
  }

  /** Charts in as many columns as the screen has room for. */
  public static DomContent grid(List<? extends DomContent> figures) {
    return box("grid", figures);
  }

  /** Small pictures in as many columns as the screen has room for. */
  public static DomContent tiles(List<? extends DomContent> figures) {
    return box("tiles", figures);
  }

  /** Pairs of pictures in as many columns as the screen has room for. */
  public static DomContent pairs(List<? extends DomContent> figures) {
    return box("pairs", figures);
  }

  private static DomContent box(String kind, List<? extends DomContent> figures) {
    return div(each(figures, figure -> figure)).withClass(kind);
  }

  private static DomContent image(BufferedImage image, String alt) {
    return img()
        .withClass("picture")
        .withSrc(Png.dataUri(image))
        .withAlt(alt)
        .attr("width", image.getWidth())
        .attr("height", image.getHeight());
  }
}
