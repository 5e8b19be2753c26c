package org.latentfeature.report.chart;

import java.awt.Graphics;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/**
 * Writes what XChart draws as SVG, text as text. Clips are left out: all that is drawn lies within
 * the axes, and without clip paths there are no ids, which would have to differ from those of every
 * other chart of a page.
 */
final class ChartGraphics extends SVGGraphics2D {

  /** Half of a label's width, in a reader's font that is wider than that of this machine. */
  private static final double HALF = .62;

  /** Digits after the point of every coordinate. */
  private static final int PRECISION = 1;

  private final Labels labels;

  ChartGraphics(Document document, Labels labels) {
    super(context(document), false);
    this.labels = labels;
  }

  private ChartGraphics(ChartGraphics other) {
    super(other);
    labels = other.labels;
  }

  private static SVGGeneratorContext context(Document document) {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setPrecision(PRECISION);
    context.setComment(null);
    return context;
  }

  @Override
  public Graphics create() {
    return new ChartGraphics(this);
  }

  @Override
  public void fill(Shape shape) {
    Labels.Label label = labels.read(shape);
    if (label == null) {
      super.fill(shape);
      return;
    }
    AffineTransform here = getTransform();
    setTransform(new AffineTransform());
    if (label.upwards()) {
      translate(here.getTranslateX(), here.getTranslateY());
      rotate(-Math.PI / 2);
      write(label.text(), 0, 0, label.width());
    } else {
      // The last number of an axis stays whole.
      double most = Canvas.WIDTH - (HALF + .5) * label.width();
      write(
          label.text(), Math.min(here.getTranslateX(), most), here.getTranslateY(), label.width());
    }
    setTransform(here);
  }

  /**
   * Writes {@code text} from (x, y) on, by the middle of its width: so it stays in place where the
   * reader's font is wider or narrower.
   */
  void write(String text, double x, double y, double width) {
    setFont(Fonts.LABEL);
    drawString(text, (float) (x + width / 2), (float) y);
  }

  @Override
  public void setClip(Shape clip) {}

  @Override
  public void setClip(int x, int y, int width, int height) {}

  @Override
  public void clip(Shape clip) {}

  @Override
  public void clipRect(int x, int y, int width, int height) {}
}
