package org.latentfeature.markov;

import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;

/**
 * The distance of a fitted model from the ground truth. The order of features is arbitrary: each
 * true feature is matched with the found one in the nearest direction, up to sign.
 *
 * @param angles degrees between each true feature and the one found for it, 0 to 90
 * @param transitions total variation distance between the true transition probabilities of a state
 *     and the found ones, mean over the visits to states in the data; of the chain or its reverse,
 *     which sets of features do not distinguish, whichever is nearer
 * @param worstTransitions the largest of those distances
 */
public record Recovery(List<Double> angles, double transitions, double worstTransitions) {

  /** Keeps an unmodifiable copy. */
  public Recovery {
    angles = List.copyOf(angles);
  }

  /** Compares {@code found} with the ground truth of {@code problem}. */
  public static Recovery of(MarkovProblem problem, MarkovParameters found) {
    int k = problem.w().rows();
    int[] state = new int[k + 1];
    Double[] angles = new Double[k];
    for (int j = 0; j < k; j++) {
      int nearest = nearest(problem.w(), j, found.w());
      state[j + 1] = nearest + 1;
      angles[j] = Math.toDegrees(Math.acos(cosine(problem.w(), j, found.w(), nearest)));
    }
    Distance there = Distance.of(problem, found.probabilities(), state);
    Distance back = Distance.of(problem, found.reversed().probabilities(), state);
    Distance nearer = there.mean() <= back.mean() ? there : back;
    return new Recovery(List.of(angles), nearer.mean(), nearer.largest());
  }

  /** Number of true features that are at most {@code degrees} off. */
  public int found(double degrees) {
    return (int) angles.stream().filter(a -> a <= degrees).count();
  }

  /** The largest of the angles. */
  public double worstAngle() {
    return angles.stream().mapToDouble(a -> a).max().orElse(0);
  }

  private static int nearest(Dense truth, int j, Dense found) {
    return IntStream.range(0, found.rows())
        .reduce(0, (a, b) -> cosine(truth, j, found, b) > cosine(truth, j, found, a) ? b : a);
  }

  private static double cosine(Dense truth, int j, Dense found, int i) {
    double size = truth.rowNorm(j) * found.rowNorm(i);
    return size == 0 ? 0 : Math.min(1, Math.abs(truth.rowDot(j, found, i)) / size);
  }

  /** Total variation distances of states, their mean and the largest. */
  private record Distance(double mean, double largest) {
    static Distance of(MarkovProblem truth, Dense found, int[] state) {
      double sum = 0;
      double all = 0;
      double largest = 0;
      double[] visits = visits(truth);
      for (int l = 0; l < state.length; l++) {
        double distance = 0;
        double elsewhere = 1;
        for (int m = 0; m < state.length; m++) {
          elsewhere -= found.get(state[l], state[m]);
          double off = truth.transitions().get(l, m) - found.get(state[l], state[m]);
          distance += 0.5 * Math.abs(off);
        }
        distance += 0.5 * Math.max(0, elsewhere); // To features that are no true ones.
        sum += visits[l] * distance;
        all += visits[l];
        largest = Math.max(largest, distance);
      }
      return new Distance(sum / all, largest);
    }

    /** To each state; every row begins in the null state. */
    private static double[] visits(MarkovProblem truth) {
      double[] visits = new double[truth.w().rows() + 1];
      for (int i = 0; i < truth.paths().count(); i++) {
        visits[0]++;
        for (int a = 0; a < truth.paths().length(i); a++) {
          visits[truth.paths().feature(i, a) + 1]++;
        }
      }
      return visits;
    }
  }
}
