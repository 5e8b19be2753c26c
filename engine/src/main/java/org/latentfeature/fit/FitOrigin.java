package org.latentfeature.fit;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Rows;

/**
 * The options, backend and data that a result came from, so that it can be made a model. They keep
 * X reachable: to release X, keep the model in place of the result.
 *
 * @param options what the fit was asked for
 * @param backend what ran the heavy steps
 * @param x what was fitted (N×D), not a copy
 */
public record FitOrigin<O extends FitOptions>(O options, BackendInfo backend, Rows x) {

  /**
   * Returns the origin of a fit of {@code data}.
   *
   * @param options what it was asked for
   */
  public static <O extends FitOptions> FitOrigin<O> of(O options, LoadedData data) {
    return new FitOrigin<>(options, data.backend().info(), data.source());
  }

  /** Returns a model's record of X as it is now, without a file and names. Reads X once. */
  public FittedData data() {
    return FittedData.of(new Dataset(x, null), Map.of());
  }

  /** Name and version of this library, for models. */
  public static String software() {
    @Nullable String version = FitOrigin.class.getPackage().getImplementationVersion();
    return version == null ? "lfm-engine" : "lfm-engine " + version;
  }

  @Override
  public String toString() {
    return "%,d × %,d".formatted(x.rows(), x.cols());
  }
}
