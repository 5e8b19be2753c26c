package org.latentfeature.report.graph;

/**
 * Moves boxes apart until none overlap, and little else: each crowded pair is pushed apart in the
 * direction in which less is lacking, again and again; if the boxes have no room to give way, all
 * of them are drawn away from their middle.
 */
final class OverlapRemoval {

  private static final int PUSHES = 60;
  private static final double GROWTH = 1.05;

  /** Pushes a little farther than needed, lest rounding errors leave a sliver. */
  private static final double SLACK = 1e-6;

  private OverlapRemoval() {}

  /** Moves {@code boxes} in place until there is {@code gap} between any two. */
  static void apart(Box[] boxes, double gap) {
    for (int round = 1; push(boxes, gap); round++) {
      if (round % PUSHES == 0) {
        grow(boxes);
      }
    }
  }

  /** Pushes each crowded pair apart once; whether there was any. */
  private static boolean push(Box[] boxes, double gap) {
    boolean any = false;
    for (int i = 0; i < boxes.length; i++) {
      for (int j = 0; j < i; j++) {
        Box a = boxes[i];
        Box b = boxes[j];
        if (!a.crowds(b, gap)) {
          continue;
        }
        any = true;
        double lackX = a.lackX(b, gap);
        double lackY = a.lackY(b, gap);
        double dx = lackX <= lackY ? (lackX / 2 + SLACK) * (a.x() < b.x() ? -1 : 1) : 0;
        double dy = lackX <= lackY ? 0 : (lackY / 2 + SLACK) * (a.y() < b.y() ? -1 : 1);
        boxes[i] = a.moved(dx, dy);
        boxes[j] = b.moved(-dx, -dy);
      }
    }
    return any;
  }

  private static void grow(Box[] boxes) {
    for (int i = 0; i < boxes.length; i++) {
      Box box = boxes[i];
      boxes[i] = box.moved((GROWTH - 1) * box.x(), (GROWTH - 1) * box.y());
    }
  }
}
