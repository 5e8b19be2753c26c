package org.latentfeature.report.page;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.img;
import static j2html.TagCreator.span;

import j2html.tags.DomContent;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latentfeature.report.picture.Png;

/** An incidence matrix as a line for each feature, which is named beside it. */
public final class IncidenceFigure {

  private IncidenceFigure() {}

  /**
   * The figure.
   *
   * @param image a line of pixels for each feature
   * @param order the rows of the data from left to right, counted from 0
   */
  public static DomContent html(BufferedImage image, int[] order, String caption) {
    List<Integer> features = IntStream.range(0, image.getHeight()).boxed().toList();
    var lines = div(each(features, k -> line(image, k))).withClass("incidence");
    if (order.length == image.getWidth()) {
      lines.attr(
          "data-rows",
          Arrays.stream(order)
              .mapToObj(i -> Integer.toString(i + 1))
              .collect(Collectors.joining(" ")));
    }
    return figure(lines.attr("data-count", order.length), figcaption(caption));
  }

  private static DomContent line(BufferedImage image, int k) {
    String number = Integer.toString(k + 1);
    return div(
            span(number),
            img()
                .withSrc(Png.dataUri(image.getSubimage(0, k, image.getWidth(), 1)))
                .withAlt("rows with feature " + number))
        .attr("data-feature", number);
  }
}
