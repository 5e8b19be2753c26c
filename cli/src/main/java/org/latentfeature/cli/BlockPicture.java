package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.report.picture.PictureShape;

/** Pictures in text: a character for two pixels one above the other, darker for larger values. */
final class BlockPicture {

  private static final String SHADES = " ░▒▓█";

  private BlockPicture() {}

  /** Lines that show the rows {@code features} of {@code w} side by side, with their numbers. */
  static List<String> lines(Dense w, int[] features, PictureShape shape) {
    int high = (shape.height() + 1) / 2;
    List<StringBuilder> lines = new ArrayList<>();
    for (int i = 0; i < high + 3; i++) {
      lines.add(new StringBuilder());
    }
    for (int k : features) {
      int line = 0;
      String title = " feature " + (k + 1) + " ";
      lines
          .get(line++)
          .append('┌')
          .append(title)
          .append("─".repeat(Math.max(0, shape.width() - title.length())))
          .append("┐  ");
      double largest = largest(w, k);
      for (int i = 0; i < high; i++) {
        StringBuilder text = lines.get(line++).append('│');
        for (int j = 0; j < shape.width(); j++) {
          text.append(shade(pair(w, k, shape, 2 * i, j) / largest));
        }
        text.append("│  ");
      }
      lines.get(line).append('└').append("─".repeat(shape.width())).append("┘  ");
    }
    List<String> done = new ArrayList<>();
    lines.forEach(line -> done.add(line.toString().stripTrailing()));
    done.removeAll(Collections.singleton(""));
    return done;
  }

  private static char shade(double share) {
    // The root brings out the small values, which the mean of two pixels makes smaller still.
    return SHADES.charAt((int) Math.round(Math.sqrt(share) * (SHADES.length() - 1)));
  }

  /** Mean size of the values of pixel (i, j) and the one under it. */
  private static double pair(Dense w, int k, PictureShape shape, int i, int j) {
    double upper = Math.abs(w.get(k, shape.at(i, j)));
    return i + 1 < shape.height() ? (upper + Math.abs(w.get(k, shape.at(i + 1, j)))) / 2 : upper;
  }

  private static double largest(Dense w, int k) {
    double largest = Double.MIN_NORMAL;
    for (int j = 0; j < w.cols(); j++) {
      largest = Math.max(largest, Math.abs(w.get(k, j)));
    }
    return largest;
  }
}
