package org.latentfeature.evidence.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.markov.PredictiveLikelihood;

/** The tree of features against its definition and against truth. */
class NestedTreeTest {

  private static NestedTree tree(long seed, Integer... branching) {
    return new NestedTree(List.of(branching), .5, 1, 1, 300, seed);
  }

  @Test
  void pathsLeadFromTheRootToEveryLeaf() {
    NestedTree tree = tree(0, 2, 3);
    assertEquals(9, tree.nodes());
    assertEquals(
        List.of("[0, 1, 3]", "[0, 1, 4]", "[0, 1, 5]", "[0, 2, 6]", "[0, 2, 7]", "[0, 2, 8]"),
        tree.paths().stream().map(Arrays::toString).toList());
  }

  /** By hand: 10 rows, 7 of them at the first child, where 4 and 3 went on; 3 at the other. */
  @Test
  void thePriorIsTheNestedRestaurant() {
    NestedTree tree = tree(0, 2, 3);
    double[] priors = tree.logPriors(tree.paths(), new int[] {10, 7, 3, 4, 3, 0, 3, 0, 0});
    double first = 7 / 10.0;
    double other = 3 / 10.0;
    double[] expected = {
      first * 4 / 7.5,
      first * 3 / 7.5,
      first * .5 / 7.5,
      other * 3 / 3.5,
      other * .25 / 3.5,
      other * .25 / 3.5
    };
    for (int p = 0; p < 6; p++) {
      assertEquals(Math.log(expected[p]), priors[p], 1e-12, "path " + p);
    }
    // Of new rows, as often.
    int[] rows = {10, 7, 3, 4, 3, 0, 3, 0, 0};
    NestedTree.Model model =
        new NestedTree.Model(
            new org.latentfeature.base.linalg.Dense(9, 2),
            Arrays.stream(rows).boxed().toList(),
            1,
            tree);
    Supplier<int[]> draws = model.prior(3);
    int count = 0;
    for (int draw = 0; draw < 20_000; draw++) {
      count += draws.get()[2] == 3 ? 1 : 0;
    }
    assertEquals(20_000 * expected[0], count, 300);
  }

  /**
   * Two groups with three subgroups each: rows of a subgroup come together, and those of a group
   * under one node. All rows have the root.
   */
  @Tag("whole")
  @Test
  void groupsWithinGroupsAreFound() {
    RandomStream random = new RandomStream(3, "groups");
    int d = 24;
    double[][] node = new double[9][d];
    for (double[] feature : node) {
      for (int j = 0; j < d; j++) {
        feature[j] = 2 * random.nextGaussian();
      }
    }
    Matrix x = Matrix.allocate(300, d);
    Matrix fresh = Matrix.allocate(150, d);
    for (int i = 0; i < 450; i++) {
      int leaf = i % 6;
      double up = 2 + random.nextGaussian();
      double low = 2 + random.nextGaussian();
      double all = 2 + random.nextGaussian();
      for (int j = 0; j < d; j++) {
        float value =
            (float)
                (up * node[leaf / 3][j]
                    + low * node[2 + leaf][j]
                    + all * node[8][j]
                    + .3 * random.nextGaussian());
        (i < 300 ? x : fresh).set(i % 300, j, i == 7 && j == 3 ? Float.NaN : value);
      }
    }
    NestedTree.Model fitted = tree(0, 2, 3).fit(Algebra.JAVA, x, .09, StopSignal.NEVER);
    double best = mean(fitted, fresh);
    for (long seed = 1; seed < 24; seed++) {
      NestedTree.Model model = tree(seed, 2, 3).fit(Algebra.JAVA, x, .09, StopSignal.NEVER);
      double mean = mean(model, fresh);
      fitted = mean > best ? model : fitted;
      best = Math.max(best, mean);
    }
    double flat = mean(tree(0, 6).fit(Algebra.JAVA, x, .09, StopSignal.NEVER), fresh);
    assertTrue(best > flat + 1, best + " of two levels, " + flat + " of one");
    for (int leaf = 3; leaf < 9; leaf++) {
      assertEquals(50, fitted.uses().get(leaf), 2, "rows of a subgroup in " + fitted.uses());
    }
  }

  private static double mean(NestedTree.Model model, Matrix rows) {
    double[] values =
        new PredictiveLikelihood(model.posterior(Algebra.JAVA), model.prior(1), 2000).of(rows);
    return Arrays.stream(values).average().orElseThrow();
  }
}
