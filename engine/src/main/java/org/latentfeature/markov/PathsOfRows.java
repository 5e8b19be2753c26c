package org.latentfeature.markov;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.MemoryNeed;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.Paths;

/** Codes rows in the likeliest order of their paths. */
record PathsOfRows(Backend backend, MarkovModel model, long seed) implements Coder {

  @Override
  public CodedRows code(Matrix x, WorkListener listener) {
    MarkovParameters parameters = model.parameters();
    int k = parameters.features();
    x.facts().requireFiniteOrMissing("X");
    List<PathCoder.Limits> limits = List.of(new PathCoder.Limits(k));
    long needed = backend.bytesNeeded(x.rows(), x.cols(), limits);
    MemoryNeed.require("a fit", backend, x, needed);
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

  /** The likelihood of the model, and of noise alone with its variance and with the best one. */
  @Override
  public Map<String, Number> likelihood(Matrix x, int samples, WorkListener listener) {
    MarkovParameters parameters = model.parameters();
    listener.onWork("simulating paths", 0, 0);
    PredictiveLikelihood likelihood =
        new PredictiveLikelihood(parameters, Algebra.JAVA, samples, seed);
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put(LOG_LIKELIHOOD, mean(likelihood.of(x, listener)));
    figures.put(
        "null_log_likelihood", mean(PredictiveLikelihood.ofNoise(x, parameters.variance())));
    figures.put(
        "null_best_log_likelihood", mean(PredictiveLikelihood.ofNoise(x, x.facts().meanSquare())));
    figures.put("rows", x.rows());
    figures.put("samples", samples);
    figures.put("distinct_sets", likelihood.sets());
    return figures;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
