package org.latentfeature.report.picture;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import org.latentfeature.base.linalg.Dense;

/**
 * The features of a model as pictures on one sheet: each with its number and the number of rows
 * that use it, all in one signed colour scale whose legend stands below.
 */
public final class FeatureSheet {

  private static final int PAPER = 0xffffff;
  private static final int INK = 0x222222;
  private static final int PALE_INK = 0x777777;
  private static final int FRAME = 0xbbbbbb;

  private static final int MARGIN = 20;
  private static final int GAP = 14;
  private static final int LETTER = 2;
  private static final int LABEL_GAP = 5;
  private static final int LABEL = Lettering.HEIGHT * LETTER + LABEL_GAP;
  private static final double TILE = 180;
  private static final int NAME = 20;
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 14);

  private final Dense w;
  private final long[] uses;
  private final List<String> names;
  private final PictureShape shape;
  private final int zoom;
  private final int pictureWidth;
  private final int pictureHeight;
  private final int cellWidth;
  private final int cellHeight;
  private final int across;
  private final int top;
  private final DivergingScale scale;

  private FeatureSheet(long[] uses, List<String> names, Dense w, PictureShape shape) {
    this.w = w;
    this.names = names;
    this.uses = uses;
    this.shape = shape;
    zoom = Math.max(1, (int) Math.round(TILE / Math.max(shape.height(), shape.width())));
    pictureWidth = zoom * shape.width();
    pictureHeight = zoom * shape.height();
    int label = 0;
    for (int k = 0; k < w.rows(); k++) {
      label = Math.max(label, Lettering.width(number(k) + "  ", LETTER) + usesWidth(k));
    }
    cellWidth = Math.max(pictureWidth + 2, label) + GAP;
    top = LABEL + (names.stream().allMatch(String::isEmpty) ? 0 : NAME);
    cellHeight = top + pictureHeight + 2 + GAP;
    across = across(w.rows(), (double) cellHeight / cellWidth);
    double limit = 0;
    for (double value : w.values()) {
      limit = Math.max(limit, Math.abs(value));
    }
    scale = new DivergingScale(limit);
  }

  /**
   * Draws the sheet of {@code w}'s rows (K×D, D the pixels of {@code shape}), each used by so many
   * rows of the data. Names, where there are any, take a font.
   *
   * @param names of the features, empty for one without
   */
  public static BufferedImage draw(long[] uses, List<String> names, Dense w, PictureShape shape) {
    return new FeatureSheet(uses, names, w, shape).draw();
  }

  /** Pictures side by side, for a sheet about a third wider than high. */
  private static int across(int count, double cellRatio) {
    return Math.max(1, Math.min(count, (int) Math.round(Math.sqrt(count * cellRatio * 4 / 3))));
  }

  private BufferedImage draw() {
    int down = (w.rows() + across - 1) / across;
    int width = 2 * MARGIN + Math.max(across * cellWidth - GAP, ScaleBar.width());
    int legendTop = MARGIN + down * cellHeight + GAP;
    int height = legendTop + ScaleBar.HEIGHT + MARGIN;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Pixels.fill(image, 0, 0, width, height, PAPER);
    for (int k = 0; k < w.rows(); k++) {
      cell(image, k, MARGIN + k % across * cellWidth, MARGIN + k / across * cellHeight);
    }
    ScaleBar.draw(image, scale, -scale.limit(), scale.limit(), width / 2, legendTop);
    return image;
  }

  private void cell(BufferedImage image, int k, int x, int y) {
    Lettering.draw(image, number(k), x, y, LETTER, INK);
    // The count ends at the cell's right edge, in small letters on the same base line.
    Lettering.draw(
        image,
        uses(k),
        x + cellWidth - GAP - usesWidth(k),
        y + Lettering.HEIGHT * (LETTER - 1),
        LETTER - 1,
        PALE_INK);
    name(image, names.get(k), x, y + LABEL);
    int above = y + top;
    Pixels.fill(image, x, above, pictureWidth + 2, pictureHeight + 2, FRAME);
    for (int i = 0; i < shape.height(); i++) {
      for (int j = 0; j < shape.width(); j++) {
        int colour = scale.colour(w.get(k, shape.at(i, j)));
        Pixels.fill(image, x + 1 + j * zoom, above + 1 + i * zoom, zoom, zoom, colour);
      }
    }
  }

  /** As much of it as there is room for. */
  private void name(BufferedImage image, String name, int x, int y) {
    if (name.isEmpty()) {
      return;
    }
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setFont(FONT);
    graphics.setColor(new Color(INK));
    FontMetrics metrics = graphics.getFontMetrics();
    String shown = name;
    while (metrics.stringWidth(shown) > cellWidth - GAP && shown.length() > 2) {
      shown = shown.substring(0, shown.offsetByCodePoints(shown.length(), -2)) + "…";
    }
    graphics.drawString(shown, x, y + metrics.getAscent() - 2);
    graphics.dispose();
  }

  private static String number(int k) {
    return Integer.toString(k + 1);
  }

  private String uses(int k) {
    return uses[k] + (uses[k] == 1 ? " row" : " rows");
  }

  private int usesWidth(int k) {
    return Lettering.width(uses(k), LETTER - 1);
  }
}
