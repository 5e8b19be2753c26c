package org.latentfeature.report.page;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.img;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.span;

import j2html.tags.DomContent;
import j2html.tags.specialized.DivTag;
import j2html.tags.specialized.FigureTag;
import j2html.tags.specialized.ImgTag;
import java.awt.image.BufferedImage;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.Png;

/** Charts and pictures with what they show written below. */
public final class Figure {

  private static final int SCALE_STEPS = 101;

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

  /** The drawing of one feature, numbered from 1; {@code title} is what a hover says. */
  public static DomContent card(int feature, DomContent content, String caption, String title) {
    return figure(content, figcaption(caption))
        .withClass("card")
        .attr("data-feature", feature)
        .withTitle(title);
  }

  /** A picture in the colours of {@link DivergingScale}, its pixels crisp. */
  public static DomContent signed(BufferedImage image, String alt) {
    return image(image, alt).withClass("picture signed");
  }

  /**
   * Returns a bar with the meaning of the colours of {@link #signed} pictures: from −limit to
   * limit.
   */
  public static DomContent scale(DivergingScale scale, String limit) {
    Dense values = new Dense(1, SCALE_STEPS);
    for (int j = 0; j < SCALE_STEPS; j++) {
      values.set(0, j, scale.limit() * (2.0 * j / (SCALE_STEPS - 1) - 1));
    }
    return div(
            span("−" + limit),
            signed(NumberPicture.of(values, scale), "colours from −" + limit + " to +" + limit),
            span("+" + limit))
        .withClass("scale");
  }

  /** Contents of different kinds beside each other, where the screen has room for them. */
  public static DivTag beside(DomContent... contents) {
    return div(contents).withClass("beside");
  }

  /** Two pictures side by side. */
  public static FigureTag pair(
      BufferedImage left, String leftAlt, BufferedImage right, String rightAlt, String caption) {
    return figure(
        div(image(left, leftAlt), image(right, rightAlt)).withClass("pair"), figcaption(caption));
  }

  /** Charts in as many columns as the screen has room for. */
  public static DomContent grid(List<? extends DomContent> figures) {
    return box("grid", figures);
  }

  /** Cards in as many columns as the screen has room for. */
  public static DomContent cards(List<? extends DomContent> cards) {
    return box("cards", cards);
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

  private static ImgTag image(BufferedImage image, String alt) {
    return img()
        .withClass("picture")
        .withSrc(Png.dataUri(image))
        .withAlt(alt)
        .attr("width", image.getWidth())
        .attr("height", image.getHeight());
  }
}
