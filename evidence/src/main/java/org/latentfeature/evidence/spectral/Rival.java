package org.latentfeature.evidence.spectral;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.evidence.Worded;

/** Who estimates the dictionary in {@code lfm reproduce spectral-figure2}. */
public enum Rival implements Worded {
  /** Tensor eigenpairs as published, W from them alone. */
  PAPER("paper", "Spectral, as published", "spectral"),
  /** Tensor eigenpairs as published, with the weighted least squares step. */
  WLS("wls", "Spectral + WLS", "spectral"),
  /** Ours: selection, other routes, refinement. */
  OURS("ours", "lfm spectral fit", "spectral"),
  /** MF-Binary, which the paper calls SHL, as published. */
  SHL("shl", "MF-Binary (SHL)", "mf-binary"),
  /** Codes and dictionary alternated from one random start. */
  ALS("als", "ALS, one random start", null),
  /** Least squares on the true Z. */
  ORACLE("oracle", "oracle, the true Z", null);

  private final String word;
  private final String label;
  private final @Nullable String estimator;

  Rival(String word, String label, @Nullable String estimator) {
    this.word = word;
    this.label = label;
    this.estimator = estimator;
  }

  @Override
  public String word() {
    return word;
  }

  /** As pages call it. */
  String label() {
    return label;
  }

  /** Name of the estimator; null for what is no estimator. */
  @Nullable String estimator() {
    return estimator;
  }

  /** Returns the options of the estimator beside K. */
  Map<String, String> options() {
    return switch (this) {
      case PAPER -> Map.of("paper", "true");
      case WLS -> Map.of("paper", "true", "wls", "true");
      case SHL -> Map.of("row-sets", "1", "independent", "false", "refine", "false");
      default -> Map.of();
    };
  }
}
