package org.latentfeature.report.graph;

import static j2html.TagCreator.tag;

import j2html.tags.ContainerTag;
import j2html.tags.DomContent;
import java.awt.image.BufferedImage;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.report.picture.DivergingScale;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.NumberPicture;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.report.picture.Png;

/**
 * Dictionary elements as small pictures above their names, larger where used more, in the colours
 * of {@link DivergingScale}.
 */
final class PicturePortraits implements Portraits {

  private static final double LEAST = 30;
  private static final double MOST = 56;
  private static final double LABEL = 11;

  private final Dense w;
  private final PictureShape shape;
  private final FeatureScale scale;

  PicturePortraits(Dense w, PictureShape shape, FeatureScale scale) {
    this.w = w;
    this.shape = shape;
    this.scale = scale;
  }

  @Override
  public Extent extent(State feature, double share) {
    double pixel = pixel(share);
    return new Extent(pixel * shape.width(), pixel * shape.height() + LABEL);
  }

  @Override
  public DomContent draw(State feature, double share, String frame) {
    double width = pixel(share) * shape.width();
    double height = pixel(share) * shape.height();
    return tag("g")
        .with(
            sized("image", width, height)
                .attr("preserveAspectRatio", "none")
                .attr("style", "image-rendering:pixelated")
                .attr("href", Png.dataUri(picture(feature))),
            sized("rect", width, height)
                .attr("fill", "none")
                .attr("stroke", frame)
                .attr("stroke-width", "2"),
            SvgText.line(
                SvgText.cut(feature.label(), width), width / 2, height + SvgText.SIZE + .5));
  }

  private static ContainerTag<?> sized(String element, double width, double height) {
    return tag(element).attr("width", SvgText.number(width)).attr("height", SvgText.number(height));
  }

  private BufferedImage picture(State feature) {
    int row = feature.number() - 1;
    return NumberPicture.ofRow(w, row, shape, new DivergingScale(scale.limit(w, row)));
  }

  /** Units a pixel. */
  private double pixel(double share) {
    return (LEAST + (MOST - LEAST) * Math.sqrt(share)) / Math.max(shape.width(), shape.height());
  }
}
