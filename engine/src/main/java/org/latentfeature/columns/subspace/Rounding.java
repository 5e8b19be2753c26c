package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;

/**
 * From directions to binary columns: z is the best split of Y w, w becomes Yᵀ(z − z̄), until z
 * stays. Each such step raises ‖Yᵀ(z − z̄)‖ / ‖z − z̄‖, the share of z that lies in the span. Most
 * directions come to the same few columns, of which each is followed once.
 */
final class Rounding {

  private final WhitenedRows y;

  Rounding(WhitenedRows y) {
    this.y = y;
  }

  /** The columns near {@code directions}, whose residuals are at most {@code most}. */
  List<BitVector> round(Dense directions, int steps, double most) {
    List<BitVector> found = new ArrayList<>();
    for (int from = 0; from < directions.rows(); from += y.most()) {
      int to = Math.min(directions.rows(), from + y.most());
      Dense some = directions.selectRows(IntStream.range(from, to).toArray());
      found.addAll(settle(y.split(some), steps, most));
    }
    return found;
  }

  /**
   * Rounds {@code columns} to the binary columns near them, whose residuals are at most {@code
   * most}.
   */
  List<BitVector> round(List<BitVector> columns, int steps, double most) {
    List<BitVector> found = new ArrayList<>();
    for (int from = 0; from < columns.size(); from += y.most()) {
      int to = Math.min(columns.size(), from + y.most());
      found.addAll(settle(columns.subList(from, to), steps, most));
    }
    return found;
  }

  private List<BitVector> settle(List<BitVector> columns, int steps, double most) {
    Set<BitVector> settled = new LinkedHashSet<>();
    List<BitVector> moving = List.copyOf(new LinkedHashSet<>(columns));
    for (int step = 0; !moving.isEmpty(); step++) {
      Dense cross = y.cross(moving);
      List<BitVector> next = step == steps ? moving : y.split(Directions.normalise(cross.copy()));
      Set<BitVector> changed = new LinkedHashSet<>();
      for (int c = 0; c < moving.size(); c++) {
        BitVector z = moving.get(c);
        int differs = z.distance(next.get(c));
        if (differs > 0 && differs < z.length()) {
          changed.add(next.get(c));
        } else if (residual(z, cross, c) <= most) {
          settled.add(z);
        }
      }
      moving = List.copyOf(changed);
    }
    return List.copyOf(settled);
  }

  /** The share of column {@code c} of {@code cross}, which is z, outside the span. */
  static double residual(BitVector z, Dense cross, int c) {
    double ones = z.count();
    double zeros = z.length() - ones;
    return ones == 0 || zeros == 0 ? 1 : 1 - cross.rowDot(c, cross, c) / (ones * zeros);
  }
}
