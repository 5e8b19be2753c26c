package org.latentfeature.fit.estimator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.model.Model;

/**
 * The result of a fit, without the provenance of its data.
 *
 * @param features number of features of the model
 * @param rmse root mean square of the residual, over the known entries; not finite if values were
 *     too extreme for single precision
 * @param ended why the fit ended
 * @param steps number of steps
 * @param findings further figures, by name, in this order; null if unknown
 * @param origin the fitted data, the backend and the options
 * @param maker makes the model
 * @param relaxed makes the model that this one was rounded from; null if there is none
 */
public record Fitted<M extends Model>(
    int features,
    double rmse,
    Ending ended,
    int steps,
    Map<String, @Nullable Object> findings,
    FitOrigin<?> origin,
    Function<Provenance, M> maker,
    @Nullable Function<Provenance, M> relaxed) {

  /** Keeps an unmodifiable copy. */
  public Fitted {
    findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
  }

  /** A result that was not rounded from another model. */
  public Fitted(
      int features,
      double rmse,
      Ending ended,
      int steps,
      Map<String, @Nullable Object> findings,
      FitOrigin<?> origin,
      Function<Provenance, M> maker) {
    this(features, rmse, ended, steps, findings, origin, maker, null);
  }

  /** The model, of data that came from no file: their columns have no names. Reads X once. */
  public M toModel() {
    return model(Provenance.of(origin));
  }

  @Override
  public String toString() {
    return "%d features of %s, rmse %.4g, %s".formatted(features, origin, rmse, ended);
  }

  /** The model to save: its content, trace, figures and provenance. */
  public M model(Provenance provenance) {
    return maker.apply(provenance);
  }
}
