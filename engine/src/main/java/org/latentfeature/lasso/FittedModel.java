package org.latentfeature.lasso;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FittedData;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.Model;

/**
 * A fit's result together with all that is needed to repeat it, ready for {@link
 * org.latentfeature.model.ModelFile#save}.
 */
public final class FittedModel {

  private FittedModel() {}

  /**
   * The model to save.
   *
   * @param software name and version of the program that made it
   * @param options what the fit was asked for
   * @param backend what ran the heavy steps
   * @param data what it was fitted to
   */
  public static Model of(
      String software,
      FitResult result,
      LassoOptions options,
      BackendInfo backend,
      FittedData data) {
    Manifest manifest =
        new Manifest(
            Manifest.CURRENT_FORMAT,
            "latent-feature-lasso",
            software,
            words(options, data.preparation()),
            options.seed(),
            backend,
            data.rows(),
            data.cols(),
            result.z().cols(),
            data.hash(),
            result.method(),
            result.mu(),
            result.rmse(),
            result.ended(),
            result.trace().stream().map(FittedModel::point).toList(),
            result.seconds(),
            data.columnNames(),
            null);
    return new Model(manifest, result.z(), result.w());
  }

  /** {@code model} with what {@code certificate} proves of it. */
  public static Model certified(Model model, Certificate certificate) {
    Map<String, Double> proven = new TreeMap<>();
    proven.put("gap", certificate.gap());
    proven.put("mu", certificate.mu());
    proven.put("objective", certificate.objective());
    proven.put("lower_bound", certificate.lowerBound());
    proven.put("convex_gap", certificate.convexGap());
    proven.put("convex_objective", certificate.convexObjective());
    proven.put("atom_bound", certificate.atomBound());
    proven.put("best_atom", certificate.bestAtom());
    proven.put("failure", certificate.failure());
    return new Model(model.manifest().withCertificate(proven), model.z(), model.w());
  }

  private static Manifest.TracePoint point(FitEvent event) {
    return new Manifest.TracePoint(
        event.stage(),
        event.step(),
        event.columns(),
        event.objective(),
        event.bound(),
        event.rmse());
  }

  /**
   * The options as a model states them ({@link Manifest#options}), with the data's {@linkplain
   * FittedData#preparation() preparation}. The seed is not among them: the manifest has a place for
   * it.
   */
  public static Map<String, String> words(LassoOptions options, Map<String, String> preparation) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("k", Integer.toString(options.k()));
    words.put("method", options.method().name().toLowerCase(Locale.ROOT));
    words.put("penalty", Penalty.words(options.penalty()));
    words.put("corrective", options.corrective().name().toLowerCase(Locale.ROOT));
    words.put("rank", Integer.toString(options.search().rank()));
    words.put("sweep-tolerance", Double.toString(options.search().sweepTolerance()));
    words.put("max-sweeps", Integer.toString(options.search().maxSweeps()));
    words.put("hyperplanes", Integer.toString(options.search().hyperplanes()));
    words.put("candidates", Integer.toString(options.search().candidates()));
    words.put("polish-passes", Integer.toString(options.search().polishPasses()));
    words.put("max-steps", Integer.toString(options.maxSteps()));
    if (options.timeLimit() != null) {
      words.put("time-limit", Double.toString(options.timeLimit().toNanos() / 1e9));
    }
    words.putAll(preparation);
    return words;
  }
}
