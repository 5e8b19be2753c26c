package org.latentfeature.evidence.figures;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Sha256;
import org.latentfeature.lasso.LassoOptions;

/**
 * One run of one method on one data set.
 *
 * @param data on what
 * @param approach how
 * @param k K, or the largest of a run for every K
 * @param seed of the run
 * @param timeLimit when to end it with the best so far; null for never
 */
record Trial(DataSet data, Approach approach, int k, long seed, @Nullable Duration timeLimit) {

  private static final int DIGITS = 12;
  private static final String UNFINISHED = "-unfinished";

  LassoOptions options() {
    return approach.options(k, seed).withTimeLimit(timeLimit);
  }

  /** Everything that the method was given. */
  private String settings() {
    return approach
        .contender()
        .map(c -> "%s, K = %d, seed %d, limit %s".formatted(c.command(), k, seed, timeLimit))
        .orElseGet(() -> options().toString());
  }

  /**
   * A hash of all that the result depends on: data, options, software and what runs it. A result
   * with another one is another's.
   */
  String fingerprint(BackendInfo backend, String software) {
    String all =
        String.join(
            "\n",
            data.hash(),
            approach.key(),
            settings(),
            backend.name(),
            backend.device(),
            Integer.toString(backend.threads()),
            new TreeMap<>(backend.versions()).toString(),
            software);
    byte[] digest = Sha256.digest().digest(all.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest).substring(0, DIGITS);
  }

  /**
   * Returns the fingerprint of the results of a run that was stopped: they are shown, and the run
   * is done again.
   */
  static String unfinished(String fingerprint) {
    return fingerprint + UNFINISHED;
  }

  static boolean isUnfinished(String fingerprint) {
    return fingerprint.endsWith(UNFINISHED);
  }

  /** How long it may take: seconds on one core of 2025, to a factor of two or three. */
  double expectedSeconds() {
    int n = data.x().rows();
    double block = (double) n * Math.min(n, data.x().cols());
    double lasso = .1 + 1.5e-6 * block + (data.truth() == null ? .02 * k * k : 0);
    double path = k * (.08 + 3.5e-7 * block) + 1.5e-6 * n * k * k;
    double whole =
        switch (approach) {
          case PATH -> path;
          case LASSO -> lasso;
          case FIT -> data.truth() == null ? lasso + path : lasso;
          case PAPER, PAPER_FIT -> .2 + 8e-6 * block;
          case ANNEAL, BP_MEANS, VARIATIONAL -> path;
          case CUMULANTS, TENSOR_POWER, SPECTRAL, MF_BINARY -> lasso;
        };
    return timeLimit == null ? whole : Math.min(whole, timeLimit.toNanos() / 1e9);
  }
}
