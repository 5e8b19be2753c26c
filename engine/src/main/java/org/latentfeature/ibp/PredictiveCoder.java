package org.latentfeature.ibp;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.step.coding.Codes;

/** Codes rows as a factorisation does, and tells how likely rows and their bits are. */
final class PredictiveCoder implements Coder {

  /** 1 if the likelihood is a lower bound: not all codes were summed. */
  private static final String LOWER_BOUND = "log_likelihood_is_lower_bound";

  private final Coder codes;
  private final List<PredictiveDensity> densities;
  private final List<int[]> partners;
  private final int threads;

  /**
   * A coder.
   *
   * @param codes of the point estimate
   * @param densities of rows, by samples of the posterior
   * @param partners of each sample, the feature that is each one of the model, or −1
   * @param threads that share the rows
   */
  PredictiveCoder(
      Coder codes, List<PredictiveDensity> densities, List<int[]> partners, int threads) {
    this.codes = codes;
    this.densities = densities;
    this.partners = partners;
    this.threads = threads;
  }

  @Override
  public CodedRows code(Matrix x, WorkListener listener) {
    return codes.code(x, listener);
  }

  @Override
  public CodedRows code(Rows x, WorkListener listener) {
    return codes.code(x, listener);
  }

  /** By the predictive density of the row, not by mean field. */
  @Override
  public Codes soft(Matrix x, CodedRows coded, WorkListener listener) {
    x.facts().requireFiniteOrMissing("X");
    listener.onWork("summing over codes", 0, 0);
    Dense inclusion = PredictiveDensity.inclusion(densities, partners, x, threads);
    Matrix all = Matrix.allocate(inclusion.rows(), inclusion.cols());
    float[] row = new float[inclusion.cols()];
    for (int i = 0; i < inclusion.rows(); i++) {
      for (int k = 0; k < row.length; k++) {
        row[k] = (float) inclusion.get(i, k);
      }
      all.setRows(i, 1, row);
    }
    return Codes.weighted(all);
  }

  @Override
  public Quality code(FileRows x, Sink sink, WorkListener listener) throws IOException {
    return codes.code(x, sink, listener);
  }

  /** Mean log p(x | X) over rows, averaged over the samples. */
  @Override
  public Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
    listener.onWork("summing over codes", 0, 0);
    double mean =
        Arrays.stream(PredictiveDensity.log(densities, x, threads)).average().orElse(Double.NaN);
    Map<String, Number> all = new LinkedHashMap<>();
    all.put(LOG_LIKELIHOOD, mean);
    all.put(LOWER_BOUND, densities.stream().allMatch(PredictiveDensity::isExact) ? 0 : 1);
    return all;
  }
}
