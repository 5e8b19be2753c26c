package org.latentfeature.lasso.estimator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.scale.WarmStart;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LassoStages;
import org.latentfeature.lasso.LatentFeatureLasso;

/**
 * The lasso from the features of an earlier model (docs/update.md, section 5): the rows are coded
 * for its dictionary, both are refined, and the path adds what is left to K features. Its features
 * keep their order and their names.
 *
 * @param start with the columns of the data
 */
record StartedFit(FactorModel start) {

  /**
   * Fits {@code data}.
   *
   * @throws IllegalArgumentException if the request has a variant of the squared error or weights
   */
  Fitted<LassoModel> run(LoadedData data, FitRequest<LassoOptions, LassoModel> request) {
    LassoOptions options = request.options();
    if (!options.variant().isPlain() || options.view().isOther() || !request.weights().isNone()) {
      throw new IllegalArgumentException(
          "%s does not go with a start; drop one of the two"
              .formatted(
                  !request.weights().isNone()
                      ? "a weight"
                      : options.variant().isPlain()
                          ? "option view"
                          : "option " + options.variant().name()));
    }
    data.source().facts().requireFiniteOrMissing("X").requireKnownRows();
    WarmStart coded = WarmStart.of(data, start.w(), options.k(), options.seed());
    try {
      return named(
          new LatentFeatureLasso(data.backend(), options).fit(data, coded.z(), request.listener()),
          coded.kept());
    } catch (UnfinishedFitException e) {
      throw e.map(LassoResult.class, result -> named(result, coded.kept()));
    }
  }

  private Fitted<LassoModel> named(LassoResult result, List<Integer> coded) {
    // A fit that was stopped before its first step has no feature of the start.
    List<Integer> kept = result.method().equals(LassoStages.START) ? coded : List.of();
    Fitted<LassoModel> fitted = LassoEstimator.fitted(result);
    Map<String, @Nullable Object> findings = new LinkedHashMap<>(fitted.findings());
    findings.remove("verified");
    findings.put("features_from_start", kept.size());
    return new Fitted<>(
        fitted.features(),
        fitted.rmse(),
        fitted.ended(),
        fitted.steps(),
        findings,
        fitted.origin(),
        from -> {
          LassoModel model = fitted.model(from);
          Manifest manifest = model.manifest().withFeatureNames(names(model.w().rows(), kept));
          return new LassoModel(manifest, model.z(), model.w());
        });
  }

  private List<String> names(int features, List<Integer> kept) {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < features; k++) {
      names.add(k < kept.size() ? start.manifest().featureName(kept.get(k)) : "");
    }
    return names;
  }
}
