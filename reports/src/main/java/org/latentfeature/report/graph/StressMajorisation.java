package org.latentfeature.report.graph;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/**
 * Places points in the plane so that their distances are as near as may be to given ones: minimises
 * the stress Σ_{i&lt;j} (‖x_i − x_j‖ − d_ij)² / d_ij² by majorisation, one point at a time
 * (Gansner, Koren &amp; North 2004), which lowers it at every step.
 */
final class StressMajorisation {

  private static final int STARTS = 8;
  private static final int SWEEPS_OF_A_START = 30;
  private static final int MOST_SWEEPS = 500;

  /** Ends when a sweep lowers the stress by a smaller share. */
  private static final double PROGRESS = 1e-5;

  private final Dense distances;
  private final double[] x;
  private final double[] y;

  private StressMajorisation(Dense distances) {
    this.distances = distances;
    x = new double[distances.rows()];
    y = new double[distances.rows()];
  }

  /**
   * Places the points; of several random starts the one that comes lowest soonest is followed to
   * its end. Equal arguments give equal results.
   *
   * @param distances n×n, symmetric, positive but for the diagonal, which is not read
   * @return n×2
   */
  static Dense place(Dense distances, long seed) {
    RandomStream random = new RandomStream(seed, "graph layout");
    StressMajorisation best = new StressMajorisation(distances);
    double lowest = Double.POSITIVE_INFINITY;
    for (int start = 0; start < STARTS; start++) {
      StressMajorisation next = new StressMajorisation(distances);
      next.scatter(random);
      double stress = next.descend(SWEEPS_OF_A_START);
      if (stress < lowest) {
        lowest = stress;
        best = next;
      }
    }
    best.descend(MOST_SWEEPS);
    Dense places = new Dense(distances.rows(), 2);
    for (int i = 0; i < distances.rows(); i++) {
      places.set(i, 0, best.x[i]);
      places.set(i, 1, best.y[i]);
    }
    return places;
  }

  private void scatter(RandomStream random) {
    double widest = Arrays.stream(distances.values()).max().orElse(0);
    for (int i = 0; i < x.length; i++) {
      x[i] = widest * random.nextDouble();
      y[i] = widest * random.nextDouble();
    }
  }

  /** Sweeps over all points until little is gained; gives the stress then. */
  private double descend(int sweeps) {
    double stress = stress();
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int i = 0; i < x.length; i++) {
        move(i);
      }
      double before = stress;
      stress = stress();
      if (!(before - stress > PROGRESS * before)) {
        break;
      }
    }
    return stress;
  }

  /** Moves point i to the minimum of the quadratic that bounds the stress from above. */
  private void move(int i) {
    double sum = 0;
    double sumX = 0;
    double sumY = 0;
    for (int j = 0; j < x.length; j++) {
      if (j == i) {
        continue;
      }
      double d = distances.get(i, j);
      double dx = x[i] - x[j];
      double dy = y[i] - y[j];
      double apart = Math.sqrt(dx * dx + dy * dy);
      double weight = 1 / (d * d);
      double stretch = apart > 0 ? d / apart : 0;
      sum += weight;
      sumX += weight * (x[j] + stretch * dx);
      sumY += weight * (y[j] + stretch * dy);
    }
    if (sum > 0) {
      x[i] = sumX / sum;
      y[i] = sumY / sum;
    }
  }

  private double stress() {
    double stress = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        double dx = x[i] - x[j];
        double dy = y[i] - y[j];
        double relative = Math.sqrt(dx * dx + dy * dy) / distances.get(i, j) - 1;
        stress += relative * relative;
      }
    }
    return stress;
  }
}
