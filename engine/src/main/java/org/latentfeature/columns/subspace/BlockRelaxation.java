package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
   * @param leastDefect of all blocks
   */
  record Outcome(List<Dense> factors, double leastDefect) {}

  /** From {@code start}, whose rows are r planes of a direction for each block. */
  Outcome run(Dense start) {
    List<Dense> factors = new ArrayList<>();
    double least = 1;
    Dense a = start;
    Dense before = start;
    for (int step = 1; step <= iterations; step++) {
      Dense image = y.weigh(a, Contrast.unit(rank));
      if (step % LOOK == 0) {
        int blocks = image.rows() / rank;
        double limit = step == iterations ? NEAR : SOLVED;
        int[] open = new int[blocks];
        int count = 0;
        for (int b = 0; b < blocks; b++) {
          double defect = defect(image, b, blocks);
          least = Math.min(least, defect);
          if (defect < limit) {
            factors.add(image.selectRows(planes(new int[] {b}, blocks)));
          } else {
            open[count++] = b;
          }
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
    return new Outcome(factors, least);
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
