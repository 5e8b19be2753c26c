package org.latentfeature.evidence.figures;

/** The paper's measures. */
enum Metric {
  HAMMING("hamming", "Hamming", "mean share of wrong entries in a true column of Z"),
  RMSE("rmse", "RMSE", "root mean square of the true Z W minus the found Z W"),
  RMSE_NOISY("rmse_noisy", "RMSE-noisy", "root mean square of X minus the found Z W");

  private final String key;
  private final String label;
  private final String meaning;

  Metric(String key, String label, String meaning) {
    this.key = key;
    this.label = label;
    this.meaning = meaning;
  }

  /** Its name in tables. */
  String key() {
    return key;
  }

  String label() {
    return label;
  }

  String meaning() {
    return meaning;
  }

  /** NaN where the data set has no truth to compare with. */
  double of(TrialOutcome outcome) {
    return switch (this) {
      case HAMMING -> outcome.hamming();
      case RMSE -> outcome.rmse();
      case RMSE_NOISY -> outcome.rmseNoisy();
    };
  }

  /** NaN without a fit, or where the data set has no truth to compare with. */
  double of(EqualTimeFit fit) {
    return switch (this) {
      case HAMMING -> fit.hamming();
      case RMSE -> fit.rmse();
      case RMSE_NOISY -> fit.refined();
    };
  }
}
