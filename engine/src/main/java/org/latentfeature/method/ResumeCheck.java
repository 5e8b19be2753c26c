package org.latentfeature.method;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.ibp.Posterior;
import org.latentfeature.model.Manifest;

/** Whether a fit is the one that a saved model was stopped in. */
final class ResumeCheck {

  private ResumeCheck() {}

  /**
   * The chains of {@code saved}.
   *
   * @throws IllegalArgumentException naming the data or the option that differs, with both values,
   *     or if the model has no chains to resume
   */
  static Posterior posterior(IndianBuffetModel saved, Rows x, IndianBuffetOptions options) {
    Manifest manifest = saved.manifest();
    if (saved.posterior().continuation() == null) {
      throw new IllegalArgumentException("the saved model has no chains to resume; fit anew");
    }
    if (manifest.rows() != x.rows() || manifest.columns() != x.cols()) {
      throw new IllegalArgumentException(
          "the saved chains are of %,d × %,d, but X is %,d × %,d; resume with the data of the fit"
              .formatted(manifest.rows(), manifest.columns(), x.rows(), x.cols()));
    }
    if (!manifest.dataHash().equals(x.hash())) {
      throw new IllegalArgumentException(
          "X is not what the saved chains were fitted to: SHA-256 %s, not %s; resume with the data of the fit"
              .formatted(x.hash(), manifest.dataHash()));
    }
    Map<String, String> was = new TreeMap<>(manifest.options());
    was.put(FitOptions.SEED, Long.toString(manifest.seed()));
    Map<String, String> is = new TreeMap<>(options.words());
    is.put(FitOptions.SEED, Long.toString(options.seed()));
    is.remove(FitOptions.TIME_LIMIT);
    is.remove(IndianBuffetEstimator.START); // Chains that run have none.
    int sweeps = manifest.wholeOption(IndianBuffetEstimator.SWEEPS, 1, Integer.MAX_VALUE);
    if (options.sweeps() < sweeps) {
      throw new IllegalArgumentException(
          "%s is %d, but the saved chains were to have %d; resume with at least as many"
              .formatted(IndianBuffetEstimator.SWEEPS, options.sweeps(), sweeps));
    }
    is.remove(IndianBuffetEstimator.SWEEPS);
    is.forEach(
        (name, word) -> {
          if (!Objects.equals(was.get(name), word)) {
            throw new IllegalArgumentException(
                "%s is %s, but the saved chains have %s; resume with that, or fit anew"
                    .formatted(name, word, was.getOrDefault(name, "none")));
          }
        });
    return saved.posterior();
  }
}
