package org.latentfeature.ibp;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.model.Manifest;

/** Checks whether a fit is the one in which a saved model was stopped. */
public final class ResumeCheck {

  /** Options that may differ: when the fit ends, and where its chains once started. */
  private static final Set<String> FREE =
      Set.of(FitOptions.TIME_LIMIT, IndianBuffetEstimator.START, IndianBuffetEstimator.SWEEPS);

  private ResumeCheck() {}

  /**
   * The chains of {@code saved}, if a fit of {@code x} with these options can resume them.
   *
   * @throws IllegalArgumentException as {@link #options} and {@link #data}, or if the model has no
   *     chains to resume
   */
  static @Nullable Posterior posterior(
      @Nullable IndianBuffetModel saved, Rows x, IndianBuffetOptions options) {
    if (saved == null) {
      return null;
    }
    if (saved.posterior().continuation() == null) {
      throw new IllegalArgumentException("the saved model has no chains to resume; fit anew");
    }
    data(saved.manifest(), x);
    options(saved.manifest(), options);
    return saved.posterior();
  }

  /**
   * Compares the data.
   *
   * @throws IllegalArgumentException with both shapes or fingerprints, if they are not those of the
   *     saved fit
   */
  public static void data(Manifest saved, Rows x) {
    if (saved.rows() != x.rows() || saved.columns() != x.cols()) {
      throw new IllegalArgumentException(
          "X is %,d × %,d, but the saved chains are of %,d × %,d; resume with the data of the fit"
              .formatted(x.rows(), x.cols(), saved.rows(), saved.columns()));
    }
    if (!saved.dataHash().equals(x.hash())) {
      throw new IllegalArgumentException(
          "X has the SHA-256 %.12s…, but the data of the saved chains have %.12s…; resume with the data of the fit, read in the same way"
              .formatted(x.hash(), saved.dataHash()));
    }
  }

  /**
   * Compares the options; the number of sweeps may have grown, and the time limit is free.
   *
   * @throws OptionException with both values, if one differs
   */
  public static void options(Manifest saved, IndianBuffetOptions options) {
    int sweeps = saved.wholeOption(IndianBuffetEstimator.SWEEPS, 1, Integer.MAX_VALUE);
    if (options.sweeps() < sweeps) {
      throw new OptionException(
          IndianBuffetEstimator.SWEEPS,
          "is %d, but the saved chains were to have %d; pass at least as many"
              .formatted(options.sweeps(), sweeps));
    }
    Map<String, String> is = new TreeMap<>(options.words());
    is.put(FitOptions.SEED, Long.toString(options.seed()));
    is.keySet().removeAll(FREE);
    is.forEach(
        (name, word) -> {
          String was =
              name.equals(FitOptions.SEED)
                  ? Long.toString(saved.seed())
                  : saved.options().get(name);
          if (!Objects.equals(was, word)) {
            throw new OptionException(
                name,
                "is %s, but the saved chains have %s; resume with that, or fit anew"
                    .formatted(word, was));
          }
        });
  }
}
