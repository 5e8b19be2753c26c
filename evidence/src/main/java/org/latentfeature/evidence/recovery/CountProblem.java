package org.latentfeature.evidence.recovery;

import java.util.List;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.SyntheticProblem;

/**
 * A kind of problem whose number of features is to be found.
 *
 * @param name of the kind
 * @param features K of the ground truth
 */
public record CountProblem(String name, int features) {

  private static final String NOISE = "noise";

  /** All kinds. */
  public static final List<CountProblem> ALL =
      List.of(
          new CountProblem("syn0", 4),
          new CountProblem("syn2", 14),
          new CountProblem("syn3", 35),
          new CountProblem("dense3", 3),
          new CountProblem("dense10", 10),
          new CountProblem("dense20", 20),
          new CountProblem("columns10", 10),
          new CountProblem("t10", 10),
          new CountProblem(NOISE, 0));

  /**
   * The kind of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static CountProblem of(String name) {
    return ALL.stream()
        .filter(each -> each.name.equals(name))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no problem '%s'; choose from %s"
                        .formatted(
                            name,
                            String.join(
                                ", ", ALL.stream().<String>map(CountProblem::name).toList()))));
  }

  /**
   * The data of a seed: those of the paper; W and noise both normal, in 300×100 with σ = 2, 400×100
   * with σ = 1 and 600×120 with σ = 1; of the second size also with σ from ⅓ to 3 over the columns,
   * and with Student's t of three degrees of freedom; noise alone, 300×80.
   */
  public Matrix draw(long seed) {
    return switch (name) {
      case "dense3" -> dense(300, 100, 2, NoiseShape.EQUAL, seed);
      case "dense10" -> dense(400, 100, 1, NoiseShape.EQUAL, seed);
      case "dense20" -> dense(600, 120, 1, NoiseShape.EQUAL, seed);
      case "columns10" -> dense(400, 100, 1, NoiseShape.COLUMNS, seed);
      case "t10" -> dense(400, 100, 1, NoiseShape.T, seed);
      case NOISE -> noise(300, 80, seed);
      default -> SyntheticProblem.generate(name, seed).x();
    };
  }

  private Matrix dense(int rows, int cols, double sigma, NoiseShape noise, long seed) {
    return new DenseProblem(
            rows, cols, features, sigma, Prevalence.HALF, FeatureDependence.NONE, noise, seed)
        .inMemory()
        .x();
  }

  private static Matrix noise(int rows, int cols, long seed) {
    RandomStream random = new RandomStream(seed, NOISE);
    Matrix x = Matrix.allocate(rows, cols);
    float[] row = new float[cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        row[j] = (float) random.nextGaussian();
      }
      x.setRow(i, row);
    }
    return x;
  }
}
