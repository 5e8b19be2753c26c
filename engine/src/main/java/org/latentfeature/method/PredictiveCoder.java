package org.latentfeature.method;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.ibp.Posterior;
import org.latentfeature.ibp.PredictiveDensity;
import org.latentfeature.model.CodedRows;
import org.latentfeature.model.Coder;
import org.latentfeature.progress.WorkListener;

/** Codes rows as a factorisation does, and tells how likely they were. */
final class PredictiveCoder implements Coder {

  /** 1 if the likelihood is a lower bound: not all codes were summed. */
  private static final String LOWER_BOUND = "log_likelihood_is_lower_bound";

  private final Coder codes;
  private final Posterior posterior;

  PredictiveCoder(Coder codes, Posterior posterior) {
    this.codes = codes;
    this.posterior = posterior;
  }

  @Override
  public CodedRows code(Matrix x, WorkListener listener) {
    return codes.code(x, listener);
  }

  @Override
  public CodedRows code(Rows x, WorkListener listener) {
    return codes.code(x, listener);
  }

  @Override
  public Codes soft(Matrix x, CodedRows coded, WorkListener listener) {
    return codes.soft(x, coded, listener);
  }

  @Override
  public double code(FileRows x, Sink sink, WorkListener listener) throws IOException {
    return codes.code(x, sink, listener);
  }

  /** Mean log p(x | X) over rows, averaged over the last samples of the chains. */
  @Override
  public Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
    listener.onWork("summing over codes", 0, 0);
    List<PredictiveDensity> densities =
        IntStream.range(0, posterior.states().size())
            .mapToObj(
                c ->
                    new PredictiveDensity(
                        posterior.states().get(c), posterior.dictionaries().get(c)))
            .toList();
    double mean = Arrays.stream(PredictiveDensity.log(densities, x)).average().orElse(Double.NaN);
    Map<String, Number> all = new LinkedHashMap<>();
    all.put(LOG_LIKELIHOOD, mean);
    all.put(LOWER_BOUND, densities.stream().allMatch(PredictiveDensity::isExact) ? 0 : 1);
    return all;
  }
}
