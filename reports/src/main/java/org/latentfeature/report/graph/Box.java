package org.latentfeature.report.graph;

import java.util.List;

/**
 * A rectangle of a drawing, in its units, x to the right and y downwards.
 *
 * @param x of its centre
 * @param y of its centre
 * @param width at least 0
 * @param height at least 0
 */
record Box(double x, double y, double width, double height) {

  double left() {
    return x - width / 2;
  }

  double right() {
    return x + width / 2;
  }

  double top() {
    return y - height / 2;
  }

  double bottom() {
    return y + height / 2;
  }

  /** A box of this size about another point. */
  Box at(double newX, double newY) {
    return new Box(newX, newY, width, height);
  }

  Box moved(double dx, double dy) {
    return new Box(x + dx, y + dy, width, height);
  }

  /**
   * How much farther apart in x two boxes must be for {@code gap} between them; may be negative.
   */
  double lackX(Box other, double gap) {
    return (width + other.width) / 2 + gap - Math.abs(x - other.x);
  }

  /** {@link #lackX} in y. */
  double lackY(Box other, double gap) {
    return (height + other.height) / 2 + gap - Math.abs(y - other.y);
  }

  /** Returns whether there is less than {@code gap} between the two boxes in both directions. */
  boolean crowds(Box other, double gap) {
    return lackX(other, gap) > 0 && lackY(other, gap) > 0;
  }

  /** The smallest box around all of {@code boxes}; of no size about (0, 0) if there are none. */
  static Box around(List<Box> boxes) {
    if (boxes.isEmpty()) {
      return new Box(0, 0, 0, 0);
    }
    double left = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    double top = Double.POSITIVE_INFINITY;
    double bottom = Double.NEGATIVE_INFINITY;
    for (Box box : boxes) {
      left = Math.min(left, box.left());
      right = Math.max(right, box.right());
      top = Math.min(top, box.top());
      bottom = Math.max(bottom, box.bottom());
    }
    return new Box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top);
  }
}
