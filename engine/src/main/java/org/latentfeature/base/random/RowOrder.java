package org.latentfeature.base.random;

/** Random rows without replacement; once all were taken, again from all. */
public final class RowOrder {

  private final RandomStream random;
  private final int[] order;
  private int taken;

  /** Rows 0 … {@code rows} − 1 in the order that {@code random} gives. */
  public RowOrder(int rows, RandomStream random) {
    this.random = random;
    order = new int[rows];
    for (int i = 0; i < rows; i++) {
      order[i] = i;
    }
  }

  /** The next {@code count} rows, distinct unless there are fewer. */
  public int[] next(int count) {
    int[] rows = new int[Math.min(count, order.length)];
    if (rows.length > order.length - taken) {
      taken = 0; // What is left of this round is dropped, so that a batch holds no row twice.
    }
    for (int i = 0; i < rows.length; i++) {
      int other = taken + random.nextInt(order.length - taken);
      rows[i] = order[other];
      order[other] = order[taken];
      order[taken] = rows[i];
      taken++;
    }
    return rows;
  }
}
