package org.latentfeature.estimator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.model.Model;

/**
 * What came of a fit, before it is said where the data came from.
 *
 * @param features of the model
 * @param rmse root mean square of X less what the model makes of it, over the known entries; not
 *     finite if values were too extreme for single precision
 * @param ended why the fit ended
 * @param steps how many there were
 * @param findings what else is to be told of it, by name, in this order; null where it is not known
 * @param origin what was fitted, for what and where
 * @param maker makes the model
 */
public record Fitted<M extends Model>(
    int features,
    double rmse,
    Ending ended,
    int steps,
    Map<String, @Nullable Object> findings,
    FitOrigin<?> origin,
    Function<Provenance, M> maker) {

  /** Keeps an unmodifiable copy. */
  public Fitted {
    findings = Collections.unmodifiableMap(new LinkedHashMap<>(findings));
  }

  /** The model, of data that came from no file: their columns have no names. Reads X once. */
  public M toModel() {
    return model(new Provenance(FitOrigin.software(), origin.backend(), origin.data()));
  }

  @Override
  public String toString() {
    return "%d features of %s, rmse %.4g, %s".formatted(features, origin, rmse, ended);
  }

  /** The model to save: its content, trace and figures, and where it comes from. */
  public M model(Provenance provenance) {
    return maker.apply(provenance);
  }
}
