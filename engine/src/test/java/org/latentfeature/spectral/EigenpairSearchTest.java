package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;

class EigenpairSearchTest {

  private static SymmetricTensor random(int k, long seed) {
    RandomStream random = new RandomStream(seed, "tensor");
    return new SymmetricTensor(k, (i, j, l) -> random.nextGaussian());
  }

  private static List<Eigenpair> search(SymmetricTensor tensor, int threads) {
    return EigenpairSearch.of(
            tensor, 0, EigenpairSearch.Effort.UNTIL_IN_VAIN, 1, threads, StopSignal.NEVER)
        .pairs();
  }

  /** T(I, x, x) by its definition. */
  private static double[] applied(SymmetricTensor tensor, double[] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        for (int k = 0; k < x.length; k++) {
          y[i] += tensor.at(i, j, k) * x[j] * x[k];
        }
      }
    }
    return y;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 12})
  void whatIsFoundAreUnitEigenpairs(int k) {
    SymmetricTensor tensor = random(k, k);
    List<Eigenpair> pairs = search(tensor, 2);
    assertTrue(!pairs.isEmpty() && pairs.size() <= (1 << k) - 1, pairs.size() + " pairs");
    for (Eigenpair pair : pairs) {
      double[] u = pair.vector();
      double squares = 0;
      double[] image = applied(tensor, u);
      for (int i = 0; i < k; i++) {
        assertEquals(pair.lambda() * u[i], image[i], 1e-10);
        squares += u[i] * u[i];
      }
      assertEquals(1, squares, 1e-12);
      assertTrue(pair.lambda() > 0);
    }
  }

  /** All pairs of K = 3: least values of ‖T(I,u,u) − λu‖ over a grid of the sphere, polished. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void allPairsOfThreeDimensionsAreFound(long seed) {
    SymmetricTensor tensor = random(3, seed);
    List<double[]> exact = new ArrayList<>();
    int steps = 120;
    for (int a = 0; a < steps; a++) {
      for (int b = 0; b < 2 * steps; b++) {
        double theta = Math.PI * (a + .5) / steps;
        double phi = Math.PI * b / steps;
        double[] x = descended(tensor, theta, phi, Math.PI / steps);
        double[] turned = {-x[0], -x[1], -x[2]};
        if (defect(tensor, x) < 1e-9
            && exact.stream().noneMatch(e -> distance(e, x) < 1e-3 || distance(e, turned) < 1e-3)) {
          exact.add(x);
        }
      }
    }
    List<Eigenpair> found = search(tensor, 1);
    assertEquals(exact.size(), found.size());
    for (Eigenpair pair : found) {
      double[] u = pair.vector();
      double[] turned = {-u[0], -u[1], -u[2]};
      assertTrue(exact.stream().anyMatch(e -> distance(e, u) < 1e-4 || distance(e, turned) < 1e-4));
    }
  }

  /** Coordinate search with halved steps: no derivative, so nothing of Newton's. */
  private static double[] descended(
      SymmetricTensor tensor, double theta, double phi, double first) {
    double[] at = {theta, phi};
    double least = defect(tensor, point(at));
    // Only from where a neighbour is no better.
    for (int way = 0; way < 4; way++) {
      double[] next = at.clone();
      next[way / 2] += way % 2 == 0 ? first : -first;
      if (defect(tensor, point(next)) < least) {
        return new double[] {1, 0, 0};
      }
    }
    for (double step = first / 2; step > 1e-12; step /= 2) {
      for (boolean better = true; better; ) {
        better = false;
        for (int way = 0; way < 8; way++) {
          double[] next = at.clone();
          double angle = Math.PI * way / 4;
          next[0] += step * Math.cos(angle);
          next[1] += step * Math.sin(angle) / Math.max(.05, Math.sin(at[0]));
          double defect = defect(tensor, point(next));
          if (defect < least) {
            least = defect;
            at = next;
            better = true;
          }
        }
      }
    }
    return point(at);
  }

  private static double[] point(double[] at) {
    return new double[] {
      Math.sin(at[0]) * Math.cos(at[1]), Math.sin(at[0]) * Math.sin(at[1]), Math.cos(at[0])
    };
  }

  private static double defect(SymmetricTensor tensor, double[] x) {
    double[] y = applied(tensor, x);
    double lambda = 0;
    for (int i = 0; i < 3; i++) {
      lambda += y[i] * x[i];
    }
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      sum += (y[i] - lambda * x[i]) * (y[i] - lambda * x[i]);
    }
    return Math.sqrt(sum);
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }

  /** An orthogonal tensor Σ w_i e_i⊗e_i⊗e_i has 2^K − 1 pairs: any subset of its axes makes one. */
  @Test
  void anOrthogonalTensorHasAllThatThereCanBe() {
    SymmetricTensor tensor = new SymmetricTensor(5, (i, j, l) -> i == j && j == l ? 1 + .3 * i : 0);
    assertEquals(31, search(tensor, 2).size());
  }

  @Test
  void threadsDoNotMatter() {
    SymmetricTensor tensor = random(6, 9);
    List<Eigenpair> one = search(tensor, 1);
    List<Eigenpair> three = search(tensor, 3);
    assertEquals(one.size(), three.size());
    for (int i = 0; i < one.size(); i++) {
      assertEquals(one.get(i).lambda(), three.get(i).lambda());
      assertArrayEquals(one.get(i).vector(), three.get(i).vector());
    }
  }

  @Test
  void thePublishedSearchMakesAllStarts() {
    SymmetricTensor tensor = random(4, 2);
    EigenpairSearch all =
        EigenpairSearch.of(tensor, 1, EigenpairSearch.Effort.PUBLISHED, 1, 2, StopSignal.NEVER);
    assertEquals(16000, all.starts());
    assertTrue(all.pairs().stream().allMatch(pair -> pair.lambda() >= 1));
    List<Eigenpair> sorted = new ArrayList<>(all.pairs());
    sorted.sort(Comparator.comparingDouble(pair -> -pair.lambda()));
    assertEquals(sorted, all.pairs());
  }
}
