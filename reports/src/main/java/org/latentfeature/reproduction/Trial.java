package org.latentfeature.reproduction;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.TreeMap;
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
 */
record Trial(DataSet data, Approach approach, int k, long seed) {

  private static final int DIGITS = 12;

  LassoOptions options() {
    return approach.options(k, seed);
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
            options().toString(),
            backend.name(),
            backend.device(),
            Integer.toString(backend.threads()),
            new TreeMap<>(backend.versions()).toString(),
            software);
    byte[] digest = Sha256.digest().digest(all.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest).substring(0, DIGITS);
  }

  /** How long it may take beside other trials, in no unit. */
  double weight() {
    double size = data.x().size();
    double effort =
        switch (approach) {
          case PATH -> 3.0 * k;
          case LASSO -> 2 + k * k / 20.0;
          case FIT -> 4 + k * k / 10.0;
          case PAPER, PAPER_FIT -> 30;
        };
    return size * effort;
  }
}
