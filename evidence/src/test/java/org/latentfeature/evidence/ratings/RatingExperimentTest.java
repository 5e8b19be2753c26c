package org.latentfeature.evidence.ratings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.factor.Regularisation;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.TableLayout;

/** Predictions of ratings held out, drawn like those of a film recommender. */
@Tag("whole")
class RatingExperimentTest {

  private static final Regularisation COSTS = new Regularisation(20., 2);

  @TempDir Path folder = Path.of("");

  private Matrix ratings(RatingsProblem problem) throws IOException {
    Path file = problem.write(folder.resolve("ratings.csv"));
    ReadOptions triplets = ReadOptions.DEFAULT.withLayout(TableLayout.DETECTED.withTriplets(true));
    return MatrixReader.read(file, triplets).x();
  }

  private static List<RatingFigure> run(Matrix x, int fits) {
    List<RatingFigure> all = new ArrayList<>();
    try (Backend backend = Backends.host(1);
        RatingExperiment experiment = new RatingExperiment(backend, x, .2, 5, COSTS, 0)) {
      all.addAll(experiment.baselines());
      for (int fit = 0; fit < fits; fit++) {
        assertTrue(experiment.fit(FitListener.SILENT));
      }
      all.addAll(experiment.ofFits());
      assertFalse(experiment.fit(event -> false));
      assertEquals(all.size(), 4 + experiment.ofFits().size());
    }
    return all;
  }

  /** The order of the methods is that on MovieLens 100k. */
  @Test
  void featuresPredictBetterThanBiasesAndTheMeanOfFitsBetterThanOne() throws IOException {
    List<RatingFigure> all = run(ratings(new RatingsProblem(400, 500, .1, 1)), 4);
    double mean = all.get(0).rmse();
    double films = all.get(1).rmse();
    double biases = all.get(2).rmse();
    double factors = all.get(3).rmse();
    assertTrue(mean > films + .02 && films > biases + .02, () -> all.toString());
    assertTrue(biases > factors + .005, () -> all.toString());
    double hard = all.get(4).rmse();
    double soft = all.get(5).rmse();
    assertTrue(biases > hard && hard >= soft, () -> all.toString());
    assertEquals(List.of(1, 1, 2, 3, 4), all.stream().skip(4).map(RatingFigure::fits).toList());
    assertTrue(all.get(8).rmse() < soft, () -> all.toString());
  }

  @Test
  void aSplitIsThatOfItsSeedAndHidesAboutItsShare() throws IOException {
    Matrix x = ratings(new RatingsProblem(60, 80, .2, 2));
    RatingSplit split = RatingSplit.of(x, .2, 5);
    long known = x.facts().known();
    assertEquals(known, split.count() + split.training().facts().known());
    assertEquals(.2, (double) split.count() / known, .04);
    assertEquals(split.count(), RatingSplit.of(x, .2, 5).count());
    assertEquals(0, split.rmse(split.predicted((i, j) -> x.get(i, j))));
    assertTrue(Float.isNaN(split.training().get(heldOut(x, split)[0], heldOut(x, split)[1])));
    DataException none = assertThrows(DataException.class, () -> RatingSplit.of(x, 1e-9, 5));
    assertTrue(String.valueOf(none.getMessage()).startsWith("0 of "), none::toString);
  }

  private static int[] heldOut(Matrix x, RatingSplit split) {
    int[] first = {-1, -1};
    split.predicted(
        (i, j) -> {
          if (first[0] < 0 && !Float.isNaN(x.get(i, j))) {
            first[0] = i;
            first[1] = j;
          }
          return 0;
        });
    return first;
  }

  /** At their optimum 5 b_n = Σ of the row's residuals, and so for the columns. */
  @Test
  void biasesAreLeastSquaresWithARidge() throws IOException {
    Matrix x = ratings(new RatingsProblem(40, 30, .3, 3));
    RatingBiases biases = new RatingBiases(x);
    double[] ofRows = new double[x.rows()];
    double[] ofColumns = new double[x.cols()];
    Matrix left = biases.residual();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double e = Float.isNaN(left.get(i, j)) ? 0 : left.get(i, j) / 5;
        ofRows[i] += e;
        ofColumns[j] += e;
      }
    }
    double mean = new RatingMeans(x).mean();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        assertEquals(mean + ofRows[i] + ofColumns[j], biases.of(i, j), 1e-3);
      }
    }
  }
}
