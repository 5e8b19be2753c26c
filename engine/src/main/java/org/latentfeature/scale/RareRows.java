package org.latentfeature.scale;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.latentfeature.data.Rows;
import org.latentfeature.random.RandomStream;
import org.latentfeature.step.WorstRows;
import org.latentfeature.step.WorstRows.RowError;

/**
 * Rows that a fit explains badly: those of features so rare that a uniform sample has too few rows
 * of them.
 */
final class RareRows {

  /** The share of all rows that is kept for its large errors, and how many at most. */
  private static final double SHARE = 0.01;

  private static final int MOST = 20_000;

  /** They are badly explained if their mean error is so many standard deviations above the rest. */
  private static final double OUTLYING = 8;

  private final Rows x;
  private final RandomStream random;

  RareRows(Rows x, long seed) {
    this.x = x;
    random = new RandomStream(seed, "rows badly explained");
  }

  /** Number of rows of large error to keep. */
  int most() {
    return (int) Math.min(MOST, Math.ceil(SHARE * x.rows()));
  }

  /** Whether {@code errors} show that something is missing. */
  static boolean isMissed(WorstRows errors) {
    return errors.meanOfWorst() > bound(errors);
  }

  /** Number of rows of larger error than what the others' spread explains, as far as kept. */
  static int count(WorstRows errors) {
    double bound = bound(errors);
    return (int) errors.rows().stream().filter(row -> row.error() > bound).count();
  }

  private static double bound(WorstRows errors) {
    return errors.meanOfRest() + OUTLYING * errors.spreadOfRest();
  }

  /** A sample of which half are from the worst rows, and half from all. */
  Rows sample(WorstRows errors, int count) {
    Set<Integer> drawn = new TreeSet<>();
    List<RowError> worst = errors.rows();
    while (drawn.size() < count / 2) {
      drawn.add(random.nextInt(x.rows()));
    }
    for (int i = 0; i < count - count / 2; i++) {
      drawn.add(worst.get(random.nextInt(worst.size())).row());
    }
    return x.selectRows(drawn.stream().mapToInt(row -> row).toArray());
  }
}
