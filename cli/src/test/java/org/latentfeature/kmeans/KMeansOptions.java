package org.latentfeature.kmeans;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.Range;
import org.latentfeature.fit.ValueType;

/** K clusters, the best of several starts. */
record KMeansOptions(int k, int restarts, long seed, @Nullable Duration timeLimit)
    implements FitOptions {

  private static final Range STARTS = Range.atLeast(1);

  static final OptionTable<KMeansOptions> TABLE =
      new OptionTable<>(
          new KMeansOptions(1, 4, 0, null),
          List.of(
              FitOption.<KMeansOptions, Integer>of(
                      "restarts",
                      "R",
                      ValueType.WHOLE,
                      "Random starts, of which the best is kept",
                      KMeansOptions::restarts,
                      (o, v) -> new KMeansOptions(o.k, v, o.seed, o.timeLimit))
                  .in(STARTS)));

  KMeansOptions {
    STARTS.require("restarts", restarts);
  }

  @Override
  public KMeansOptions withSeed(long value) {
    return new KMeansOptions(k, restarts, value, timeLimit);
  }

  @Override
  public KMeansOptions withTimeLimit(@Nullable Duration value) {
    return new KMeansOptions(k, restarts, seed, value);
  }

  @Override
  public Map<String, String> words() {
    return TABLE.words(this);
  }
}
