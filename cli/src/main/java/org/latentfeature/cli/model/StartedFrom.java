package org.latentfeature.cli.model;

import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Manifest;

/** The record that a model keeps of the model that its fit began with. */
public final class StartedFrom {

  /** Digits of a hash that tell files apart. */
  private static final int HASH_DIGITS = 12;

  private StartedFrom() {}

  /** The record of {@code read} with the kind, the shape and the data of {@code start}. */
  public static FittedData remembered(FittedData read, Manifest start) {
    String hash = start.dataHash();
    return read.started(
        "%s, K = %d, of %d × %d with SHA-256 %s"
            .formatted(
                start.kind(),
                start.features(),
                start.rows(),
                start.columns(),
                hash.substring(0, Math.min(HASH_DIGITS, hash.length()))));
  }
}
