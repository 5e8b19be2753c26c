package org.latentfeature.estimator;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.FittedData;

/**
 * What a model says of its origin beside what its fit knows.
 *
 * @param software name and version of the program
 * @param backend what ran the heavy steps
 * @param data what it was fitted to
 * @param standardisation what was done to the columns before the fit; null for nothing. Only
 *     estimators that {@linkplain Estimator#allowsMissing allow missing entries} keep one
 */
public record Provenance(
    String software,
    BackendInfo backend,
    FittedData data,
    @Nullable Standardisation standardisation) {

  /** Of data whose columns are as they were read. */
  public Provenance(String software, BackendInfo backend, FittedData data) {
    this(software, backend, data, null);
  }
}
