package org.latentfeature.fit.estimator;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.FittedData;

/**
 * The origin of a model, as recorded in it.
 *
 * @param software name and version of the program
 * @param backend that ran the steps
 * @param data that it was fitted to
 * @param standardisation of the columns before the fit; null for none. Only estimators that
 *     {@linkplain Accepts#MISSING accept missing entries} store one
 */
public record Provenance(
    String software,
    BackendInfo backend,
    FittedData data,
    @Nullable Standardisation standardisation) {

  /** Returns the origin of a model of data that came from no file. Reads X once. */
  public static Provenance of(FitOrigin<?> origin) {
    return new Provenance(FitOrigin.software(), origin.backend(), origin.data());
  }

  /** Without a standardisation. */
  public Provenance(String software, BackendInfo backend, FittedData data) {
    this(software, backend, data, null);
  }
}
