package org.latentfeature.markov;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.coding.Paths;
import org.latentfeature.data.Matrix;
import org.latentfeature.estimator.CodedRows;
import org.latentfeature.estimator.Coder;
import org.latentfeature.estimator.Estimator;
import org.latentfeature.estimator.Fitted;
import org.latentfeature.estimator.MemoryNeed;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.model.ModelKind;
import org.latentfeature.progress.WorkListener;
import org.latentfeature.step.PathCoder;

/**
 * The {@link org.latentfeature.estimator.Estimator} of Markov latent feature models; {@link
 * MarkovLatentFeatures} fits them.
 */
public final class MarkovEstimator implements Estimator<MarkovOptions, MarkovModel> {

  @Override
  public String name() {
    return "markov";
  }

  @Override
  public ModelKind<MarkovModel> kind() {
    return MarkovModel.KIND;
  }

  @Override
  public OptionTable<MarkovOptions> table() {
    return MarkovOptionTable.ALL;
  }

  @Override
  public MarkovOptions defaults(int k) {
    return MarkovOptions.of(k);
  }

  @Override
  public boolean isWeighted() {
    return true;
  }

  @Override
  public boolean allowsMissing() {
    return true;
  }

  @Override
  public long bytesNeeded(Backend backend, int rows, int cols, MarkovOptions options) {
    return bytesNeeded(backend, rows, cols, options.k());
  }

  private static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    return backend.bytesNeeded(rows, cols, List.of(new PathCoder.Limits(k)));
  }

  @Override
  public Fitted<MarkovModel> fit(LoadedData data, MarkovOptions options, FitListener listener) {
    try {
      return fitted(new MarkovLatentFeatures(data.backend(), options).fit(data, listener), options);
    } catch (UnfinishedFitException e) {
      throw e.map(MarkovResult.class, result -> fitted(result, options));
    }
  }

  private static Fitted<MarkovModel> fitted(MarkovResult result, MarkovOptions options) {
    double bound = result.lowerBound();
    Map<String, @Nullable Object> findings = new LinkedHashMap<>();
    findings.put("used", result.used());
    findings.put("sigma", Math.sqrt(result.parameters().variance()));
    findings.put("lower_bound", Double.isNaN(bound) ? null : bound);
    return new Fitted<>(
        options.k(),
        result.rmse(),
        result.ended(),
        result.trace().size(),
        findings,
        from ->
            MarkovModel.of(
                from.software(),
                result,
                options,
                from.standardisation(),
                from.backend(),
                from.data()));
  }

  @Override
  public Coder coder(Backend backend, MarkovModel model, long seed) {
    return new PathsOfRows(backend, model, seed);
  }

  /** Codes rows with paths in their most probable order. */
  private record PathsOfRows(Backend backend, MarkovModel model, long seed) implements Coder {

    @Override
    public CodedRows code(Matrix x, WorkListener listener) {
      MarkovParameters parameters = model.parameters();
      int k = parameters.features();
      MemoryNeed.require("a fit", backend, x, bytesNeeded(backend, x.rows(), x.cols(), k));
      double[][] weights = new double[x.rows()][];
      double[] squaredError = {0};
      Paths paths =
          new MarkovCoder(backend, parameters, model.coding())
              .codeInOrder(
                  x,
                  (i, code) -> {
                    double[] means = new double[code.size()];
                    Arrays.setAll(means, code::mean);
                    weights[i] = means;
                    squaredError[0] += code.squaredError();
                  },
                  listener);
      long known = x.facts().known();
      return CodedRows.paths(k, paths, weights, Math.sqrt(squaredError[0] / known));
    }

    /**
     * The model's likelihood, and those of noise alone with the model's variance and with the best
     * one.
     */
    @Override
    public Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
      MarkovParameters parameters = model.parameters();
      listener.onWork("simulating paths", 0, 0);
      PredictiveLikelihood likelihood =
          new PredictiveLikelihood(parameters, Algebra.JAVA, samples, seed);
      Map<String, Number> figures = new LinkedHashMap<>();
      figures.put("log_likelihood", mean(likelihood.of(x, listener)));
      figures.put(
          "null_log_likelihood", mean(PredictiveLikelihood.ofNoise(x, parameters.variance())));
      figures.put(
          "null_best_log_likelihood",
          mean(PredictiveLikelihood.ofNoise(x, x.facts().meanSquare())));
      figures.put("rows", x.rows());
      figures.put("samples", samples);
      figures.put("distinct_sets", likelihood.sets());
      return figures;
    }

    private static double mean(double[] values) {
      return Arrays.stream(values).average().orElse(Double.NaN);
    }
  }
}
