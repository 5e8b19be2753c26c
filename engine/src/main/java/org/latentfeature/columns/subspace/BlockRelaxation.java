package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.Contrast;

/**
 * The vector relaxation max ‖YᵀV‖² over N unit vectors of r entries, for many starts at once, by
 * fixed points with momentum: V has the normalised rows of Y Aᵀ, A becomes YᵀV. Its bound N² is
 * attained by mixtures of true columns alone, so that the defect 1 − ‖YᵀV‖²/N² shows when one is
 * solved.
 */
final class BlockRelaxation {

  /** Blocks with a smaller defect are solved. */
  private static final double SOLVED = 2e-3;

  /** Unsolved blocks with a smaller one are given out at the end, for what they may hold. */
  private static final double NEAR = 0.25;

  /** Blocks whose defects are so many times the largest before them are apart from those. */
  private static final double APART = 4;

  /** Iterations from one look at the defects to the next. */
  private static final int LOOK = 10;

  private final WhitenedRows y;
  private final int rank;
  private final double momentum;
  private final int iterations;

  /**
   * A relaxation on {@code y}.
   *
   * @param rank r
   * @param momentum share of the last change that is added to the next
   */
  BlockRelaxation(WhitenedRows y, int rank, double momentum, int iterations) {
    this.y = y;
    this.rank = rank;
    this.momentum = momentum;
    this.iterations = iterations;
  }

  /**
   * The result of iterations from some starts.
   *
   * @param factors of each block that is solved or nearly so, its r directions
   * @param solved those up to the last that are apart from the next larger defects; all if none are
   */
  record Outcome(List<Dense> factors, List<Dense> solved) {}

  /** From {@code start}, whose rows are r planes of a direction for each block. */
  Outcome run(Dense start) {
    List<Dense> factors = new ArrayList<>();
    Dense a = start;
    Dense before = start;
    for (int step = 1; step <= iterations; step++) {
      Dense image = y.weigh(a, Contrast.unit(rank));
      if (step % LOOK == 0 || step == iterations) {
        int blocks = image.rows() / rank;
        int[] open = new int[blocks];
        int count = 0;
        for (int b = 0; b < blocks; b++) {
          if (defect(image, b, blocks) < SOLVED) {
            factors.add(factor(image, b, blocks));
          } else {
            open[count++] = b;
          }
        }
        if (step == iterations) {
          return withNear(factors, image, Arrays.copyOf(open, count), blocks);
        }
        if (count == 0) {
          break;
        }
        if (count < blocks) {
          int[] kept = planes(Arrays.copyOf(open, count), blocks);
          image = image.selectRows(kept);
          before = before.selectRows(kept);
        }
      }
      a = accelerated(image, before);
      before = image;
    }
    return new Outcome(factors, factors);
  }

  /**
   * The {@code solved} blocks and those of the {@code open} ones that are near a solution. Noise
   * keeps the defects of solved blocks above 0, but those of blocks that are stuck are many times
   * as large, and nearly equal.
   */
  private Outcome withNear(List<Dense> solved, Dense image, int[] open, int blocks) {
    List<Dense> factors = new ArrayList<>(solved);
    double[] defects = new double[blocks];
    Arrays.setAll(defects, b -> defect(image, b, blocks));
    int apart = 0;
    double last = solved.isEmpty() ? Double.POSITIVE_INFINITY : SOLVED;
    for (int b : byValue(open, defects)) {
      if (!(defects[b] < NEAR)) {
        break;
      }
      if (defects[b] > APART * last) {
        apart = factors.size();
      }
      last = defects[b];
      factors.add(factor(image, b, blocks));
    }
    return new Outcome(factors, apart == 0 ? factors : factors.subList(0, apart));
  }

  private static int[] byValue(int[] some, double[] values) {
    return IntStream.of(some)
        .boxed()
        .sorted(Comparator.comparingDouble(b -> values[b]))
        .mapToInt(b -> b)
        .toArray();
  }

  private Dense factor(Dense image, int block, int blocks) {
    return image.selectRows(planes(new int[] {block}, blocks));
  }

  private double defect(Dense image, int block, int blocks) {
    double squares = 0;
    for (int p = 0; p < rank; p++) {
      squares += image.rowDot(p * blocks + block, image, p * blocks + block);
    }
    return 1 - squares;
  }

  /** The rows of all planes of some blocks. */
  private int[] planes(int[] some, int blocks) {
    int[] rows = new int[some.length * rank];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i / some.length * blocks + some[i % some.length];
    }
    return rows;
  }

  private Dense accelerated(Dense image, Dense before) {
    Dense a = image.copy();
    for (int i = 0; i < a.values().length; i++) {
      a.values()[i] += momentum * (image.values()[i] - before.values()[i]);
    }
    return a;
  }
}
