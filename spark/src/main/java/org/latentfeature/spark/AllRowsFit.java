package org.latentfeature.spark;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Dataset;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.io.Excerpt;
import org.latentfeature.lasso.Certificate;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Reduction;
import org.latentfeature.lasso.estimator.LassoEstimator;

/**
 * The convex fit of the lasso over the rows of all partitions. Its outer loops are the engine's, on
 * the driver; each of their steps is a round, and nothing that executors keep between rounds cannot
 * be computed again. The driver has the codes of all rows, N/8 bytes for each atom.
 */
final class AllRowsFit {

  /** Name of the figure of the rounds. */
  static final String ROUNDS = "rounds";

  private static final String METHOD = "method";
  private static final List<String> METHODS = List.of("lasso", "paper");

  private AllRowsFit() {}

  /**
   * The options of a fit of all rows; its method is {@code lasso} unless one is given.
   *
   * @param checkpoint where checkpoints would be; empty for none
   * @param words of the options
   * @throws IllegalArgumentException naming what does not go with it, and the way out
   */
  static LassoOptions options(
      String estimator, String checkpoint, int k, Map<String, String> words, long seed) {
    if (!estimator.equals(Estimators.DEFAULT)) {
      throw new IllegalArgumentException(
          "estimator %s fits a sample, but sample is all; choose auto or a number of rows, or use lasso"
              .formatted(estimator));
    }
    if (!checkpoint.isEmpty()) {
      throw new IllegalArgumentException(
          "checkpointPath is %s, but a fit of all rows leaves no checkpoints; drop it, or set sample to auto"
              .formatted(checkpoint));
    }
    Map<String, String> all = new TreeMap<>(words);
    String method = all.computeIfAbsent(METHOD, name -> "lasso");
    if (!METHODS.contains(method.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "method is %s, but a fit of all rows takes %s; use one of them, or set sample to auto"
              .formatted(Excerpt.of(method), String.join(" or ", METHODS)));
    }
    LassoOptions options = new LassoEstimator().request(k, all).with(seed, null).options();
    require(options);
    return options;
  }

  private static void require(LassoOptions options) {
    if (!options.variant().isPlain() || options.view().isOther()) {
      throw new IllegalArgumentException(
          "option %s needs rows on the driver, but sample is all; drop the option"
              .formatted(options.variant().isPlain() ? "view" : options.variant().name()));
    }
    if (!options.reduce().equals(Reduction.AUTO) && !options.reduce().equals(Reduction.NONE)) {
      throw new IllegalArgumentException(
          "reduce is %s, but rows in partitions are not reduced; drop it, or set sample to auto"
              .formatted(options.reduce()));
    }
  }

  /**
   * Fits them.
   *
   * @param driver backend of the driver
   * @param isProven whether a certificate is asked for
   * @return a model with the codes of the rows that are kept
   */
  static LassoModel of(
      PartitionedRows rows, Backend driver, LassoOptions options, boolean isProven) {
    if (isProven && rows.cols() > ClusterMoments.MOST_COLUMNS) {
      throw new IllegalArgumentException(
          "certify proves gaps of up to %,d columns, whose squares each partition sends, but the rows have %,d; drop certify"
              .formatted(ClusterMoments.MOST_COLUMNS, rows.cols()));
    }
    ClusterRounds rounds = new ClusterRounds(rows);
    FitListener listener = new LoggedSteps();
    try (Backend backend = new ClusterBackend(driver, rounds);
        LoadedData data = new LoadedData(backend, new ClusterData(rounds))) {
      LassoResult result = new LatentFeatureLasso(backend, options).fit(data, listener);
      Certificate proof =
          isProven
              ? new Certifier(backend, options).certify(data, result.z(), result.mu(), listener)
              : null;
      LassoModel model = model(rows, backend, result, rounds.count());
      return proof == null ? model : model.certified(proof);
    }
  }

  private static LassoModel model(
      PartitionedRows rows, Backend backend, LassoResult all, long rounds) {
    Map<String, Double> figures = new TreeMap<>(all.figures());
    figures.put(ROUNDS, (double) rounds);
    LassoResult kept =
        new LassoResult(
            codes(all.z(), rows.keptNumbers()),
            all.w(),
            all.terms(),
            all.rmse(),
            all.undetermined(),
            all.method(),
            all.mu(),
            all.verified(),
            figures,
            all.ended(),
            all.trace(),
            all.seconds(),
            all.origin());
    FittedData data = FittedData.of(new Dataset(rows.kept(), null), Map.of());
    return LassoModel.of(
        kept,
        all.origin().options(),
        new Provenance(
            FitOrigin.software(), backend.info(), data.sampled(SampleSize.ALL.toString())));
  }

  private static BinaryMatrix codes(BinaryMatrix z, int[] rows) {
    return z.rows() == rows.length
        ? z
        : BinaryMatrix.ofColumns(
            rows.length, z.columns().stream().map(column -> bits(column, rows)).toList());
  }

  private static BitVector bits(BitVector column, int[] rows) {
    boolean[] some = new boolean[rows.length];
    for (int i = 0; i < rows.length; i++) {
      some[i] = column.get(rows[i]);
    }
    return BitVector.of(some);
  }
}
