package org.latentfeature.spectral;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.factor.FeatureDetails;

/**
 * Which eigenpair each feature of a fit belongs to.
 *
 * @param numbers as of {@link SpectralModel#eigenpairs}, K×4
 */
public record EigenpairTable(Dense numbers) implements FeatureDetails {

  /** A direction v is a feature's if W v is no farther from its unit vector. */
  private static final double NEAR = 0.5;

  /** Returns the table of what the codes alone show: prevalence and isolation. */
  public static EigenpairTable of(BinaryMatrix z, double[] isolation) {
    Dense table = new Dense(z.cols(), SpectralModel.ISOLATION + 1);
    for (int f = 0; f < z.cols(); f++) {
      table.set(f, SpectralModel.LAMBDA, Double.NaN);
      table.set(f, SpectralModel.SCORE, Double.NaN);
      table.set(f, SpectralModel.PREVALENCE, (double) z.column(f).count() / z.rows());
      table.set(f, SpectralModel.ISOLATION, isolation[f]);
    }
    return new EigenpairTable(table);
  }

  /** Returns the table with the nearest eigenpair of all candidates for each feature. */
  public static EigenpairTable of(Factors factors, TensorEigenpairs pairs) {
    EigenpairTable found = of(factors.z(), Isolation.of(factors.z()));
    Dense table = found.numbers();
    List<Candidate> candidates = pairs.candidates();
    Dense products = factors.w().timesTransposed(pairs.directions(candidates));
    for (int f = 0; f < table.rows(); f++) {
      double least = NEAR * NEAR;
      for (int c = 0; c < candidates.size(); c++) {
        double distance = 0;
        for (int g = 0; g < table.rows(); g++) {
          double gap = products.get(g, c) - (g == f ? 1 : 0);
          distance += gap * gap;
        }
        if (distance < least) {
          least = distance;
          table.set(f, SpectralModel.LAMBDA, candidates.get(c).lambda());
          table.set(f, SpectralModel.SCORE, candidates.get(c).score());
        }
      }
    }
    return found;
  }

  @Override
  public EigenpairTable select(int[] order) {
    return new EigenpairTable(numbers.selectRows(order));
  }
}
