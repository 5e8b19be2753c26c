package org.latentfeature.evidence.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Method;

/** A way to a factorisation, as a user of the command line would ask for it. */
enum Approach {
  /** Every K in one run, each from what growing and the convex fit propose. */
  PATH("path", "path (this engine)", true, "lfm path X.npy --max-k K --table path.tsv"),
  /** The convex fit at the K's own penalties, rounded and refined, without the path. */
  LASSO("lasso", "lasso (this engine)", false, "lfm fit X.npy -k K --method lasso -o model.lfm"),
  /** The published algorithm: one convex fit for every K. */
  PAPER(
      "paper",
      "as published",
      true,
      "LatentFeatureLasso.path with LassoOptions.paper(Kmax): one run for every K"),
  /** The default. */
  FIT("fit", "default fit", false, "lfm fit X.npy -k K -o model.lfm"),
  /** The published algorithm at the K's own penalty. */
  PAPER_FIT(
      "paper-fit", "as published, one K", false, "lfm fit X.npy -k K --method paper -o model.lfm"),
  /** Other methods of this engine, whose times are compared; their errors at equal time are. */
  CUMULANTS(Contender.CUMULANTS),
  TENSOR_POWER(Contender.TENSOR_POWER),
  SPECTRAL(Contender.SPECTRAL),
  ANNEAL(Contender.ANNEAL),
  MF_BINARY(Contender.MF_BINARY),
  BP_MEANS(Contender.BP_MEANS),
  VARIATIONAL(Contender.VARIATIONAL);

  private final String key;
  private final String label;
  private final boolean everyK;
  private final String command;
  private final @Nullable Contender contender;

  Approach(String key, String label, boolean everyK, String command) {
    this.key = key;
    this.label = label;
    this.everyK = everyK;
    this.command = command;
    contender = null;
  }

  Approach(Contender contender) {
    key = contender.word();
    label = contender.word();
    everyK = false;
    command = "lfm fit X.npy -k K --estimator " + contender.word() + " -o model.lfm";
    this.contender = contender;
  }

  /** Returns the estimator that runs; nothing for the ways of the lasso. */
  Optional<Contender> contender() {
    return Optional.ofNullable(contender);
  }

  /** Returns whether the figures show it, or else the table of times alone. */
  boolean isOfFigures() {
    return contender == null;
  }

  /** Its name in tables. */
  String key() {
    return key;
  }

  /** Its name on the page. */
  String label() {
    return label;
  }

  /** Returns whether one run gives a model for each K up to that of its options. */
  boolean everyK() {
    return everyK;
  }

  /** Returns the command line that does the same. */
  String command() {
    return command;
  }

  LassoOptions options(int k, long seed) {
    LassoOptions options =
        switch (this) {
          case PATH, FIT -> LassoOptions.of(k);
          case LASSO -> LassoOptions.of(k).withMethod(Method.LASSO);
          case PAPER, PAPER_FIT -> LassoOptions.paper(k);
          default -> throw new IllegalStateException(this + " is no way of the lasso");
        };
    return options.withSeed(seed);
  }

  /**
   * The K of its runs on {@code data}.
   *
   * @param counts the K that are wanted; those of the experiment if empty
   */
  List<Integer> features(DataSet data, Experiment experiment, List<Integer> counts) {
    if (!isOfFigures() && experiment != Experiment.TABLE_TIMES) {
      return List.of();
    }
    if (everyK) {
      return List.of(data.most());
    }
    if (this != LASSO || experiment == Experiment.TABLE_TIMES) {
      return List.of(data.shown());
    }
    return counts.isEmpty() ? lassoGrid(data) : data.capped(counts);
  }

  /** Beyond so many features a lasso without a truth to find costs too much for a page. */
  private static final int MOST_WITHOUT_TRUTH = 20;

  /** Each K up to 5, then by steps of a third, and the shown one. */
  private static List<Integer> lassoGrid(DataSet data) {
    int most = data.truth() == null ? Math.min(MOST_WITHOUT_TRUTH, data.most()) : data.most();
    List<Integer> grid = new ArrayList<>();
    for (int k = 1; k <= most; k += Math.max(1, k / 3)) {
      grid.add(k);
    }
    if (!grid.contains(data.shown())) {
      grid.add(data.shown());
    }
    return grid.stream().sorted().toList();
  }

  /** Returns whether the figures know a method of this name. */
  static boolean isOfFigures(String key) {
    return Arrays.stream(values()).anyMatch(a -> a.isOfFigures() && a.key.equals(key));
  }

  static Approach of(String key) {
    for (Approach approach : values()) {
      if (approach.key.equals(key)) {
        return approach;
      }
    }
    throw new IllegalArgumentException(
        "there is no method named %s; there are %s, and for figures at equal time %s and %s"
            .formatted(
                key,
                Arrays.stream(values())
                    .filter(Approach::isOfFigures)
                    .map(Approach::key)
                    .collect(Collectors.joining(", ")),
                Arrays.stream(Contender.values())
                    .map(Contender::word)
                    .collect(Collectors.joining(", ")),
                Contender.ALL));
  }
}
