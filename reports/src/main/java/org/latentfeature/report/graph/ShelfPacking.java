package org.latentfeature.report.graph;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Packs rectangles side by side into about the form of a page: the highest first, on shelves, lower
 * ones in stacks where a higher one stands on the same shelf.
 */
final class ShelfPacking {

  /** Width of the whole to its height, as near as may be. */
  private static final double FORM = 1.4;

  private static final int WIDTHS = 60;

  private final List<Box> boxes;
  private final int[] order;
  private final double gap;

  private ShelfPacking(List<Box> boxes, double gap) {
    this.boxes = boxes;
    this.gap = gap;
    order =
        IntStream.range(0, boxes.size())
            .boxed()
            .sorted(
                Comparator.comparing((Integer i) -> -boxes.get(i).height())
                    .thenComparing(i -> -boxes.get(i).width())
                    .thenComparing(i -> i))
            .mapToInt(i -> i)
            .toArray();
  }

  /**
   * Packs them.
   *
   * @param boxes whose sizes count and whose places do not
   * @param gap between any two
   * @return the boxes at their new places, in the order given, from (0, 0) on
   */
  static List<Box> pack(List<Box> boxes, double gap) {
    double area = 0;
    for (Box box : boxes) {
      area += (box.width() + gap) * (box.height() + gap);
    }
    ShelfPacking packing = new ShelfPacking(boxes, gap);
    List<Box> best = packing.shelves(0);
    // What a width gives is known only when it has been tried: whole boxes go to the next shelf.
    for (int i = 1; i <= WIDTHS; i++) {
      List<Box> next = packing.shelves(Math.sqrt(FORM * area) * 2 * i / WIDTHS);
      if (pageHeight(next) < pageHeight(best)) {
        best = next;
      }
    }
    return best;
  }

  /** Height of a page of the wanted form that holds all. */
  private static double pageHeight(List<Box> boxes) {
    double right = 0;
    double bottom = 0;
    for (Box box : boxes) {
      right = Math.max(right, box.right());
      bottom = Math.max(bottom, box.bottom());
    }
    return Math.max(right / FORM, bottom);
  }

  /** Shelves of this width, or that of a box if that is wider. */
  private List<Box> shelves(double width) {
    Box[] placed = new Box[boxes.size()];
    double shelfTop = 0;
    double shelfBottom = 0;
    double left = 0;
    double right = 0;
    double top = 0;
    for (int i : order) {
      Box box = boxes.get(i);
      boolean first = top == shelfTop && right == 0;
      boolean stacks = left + box.width() <= right && top + box.height() <= shelfBottom;
      if (!first && !stacks) {
        left = right + gap;
        top = shelfTop;
        if (left + box.width() > width) {
          left = 0;
          top = shelfBottom + gap;
          shelfTop = top;
          right = 0;
        }
      }
      placed[i] =
          new Box(left + box.width() / 2, top + box.height() / 2, box.width(), box.height());
      right = Math.max(right, left + box.width());
      shelfBottom = Math.max(shelfBottom, top + box.height());
      top += box.height() + gap;
    }
    return List.of(placed);
  }
}
