package org.latentfeature.markov;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.EntryRange;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.model.SavedArray;
import org.latentfeature.fit.model.SavedArrays;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * A fitted Markov latent feature model with everything needed to repeat its fit and to code new
 * rows. Its file stores W, the transition counts and the prior as doubles, and the means and
 * deviations of standardised columns. Its figures: the noise's {@value #VARIANCE}, the
 * coefficients' {@value #PRECISION}, the {@value #LOWER_BOUND} of the evidence (from batch
 * inference), the number of features in use, {@value #USED}, and of a row: {@value #PER_ROW} of the
 * fit, and {@value #EXPECTED} by the chain.
 *
 * @param manifest provenance and figures of the fit
 * @param parameters the model
 * @param standardisation of the columns before the fit; null for none
 */
public record MarkovModel(
    Manifest manifest, MarkovParameters parameters, @Nullable Standardisation standardisation)
    implements Model {

  /** Markov latent feature models, finite and infinite. */
  public static final ModelKind<MarkovModel> KIND =
      new ModelKind<>("markov-latent-features", MarkovModel::read);

  /** Name of the figure of the variance of the noise, s². */
  public static final String VARIANCE = "variance";

  /** Name of the figure of the inverse variance of the coefficients, λ. */
  public static final String PRECISION = "precision";

  /** Name of the figure of the evidence lower bound of the rows of the fit. */
  public static final String LOWER_BOUND = "lower_bound";

  /** Name of the figure of the number of features that rows of the fit use. */
  public static final String USED = "used";

  /** Name of the figure of the mean number of features of a row of the fit. */
  public static final String PER_ROW = "features_per_row";

  /** Name of the figure of {@link MarkovParameters#expectedFeatures}. */
  public static final String EXPECTED = "expected_features";

  private static final String DICTIONARY = "W.npy";
  private static final String COUNTS = "counts.npy";
  private static final String PRIOR = "prior.npy";
  private static final String STANDARDISATION = "standardisation.npy";

  /**
   * Checks the shapes, and the manifest's options for coding.
   *
   * @throws IllegalArgumentException if the shapes differ from the manifest's, or an option is
   *     missing
   */
  public MarkovModel {
    coding(manifest);
    if (parameters.features() != manifest.features()
        || parameters.cols() != manifest.columns()
        || (standardisation != null && standardisation.cols() != manifest.columns())) {
      throw new IllegalArgumentException(
          "W is %d×%d%s, but the manifest says K = %d, D = %d"
              .formatted(
                  parameters.features(),
                  parameters.cols(),
                  standardisation == null
                      ? ""
                      : " and %d columns were standardised".formatted(standardisation.cols()),
                  manifest.features(),
                  manifest.columns()));
    }
  }

  /**
   * The model to save.
   *
   * @param options of the fit
   * @param from the software, the backend and the data of the fit
   */
  public static MarkovModel of(MarkovResult result, MarkovOptions options, Provenance from) {
    MarkovParameters parameters = result.parameters();
    Map<String, Double> figures = new TreeMap<>();
    figures.put(VARIANCE, parameters.variance());
    figures.put(PRECISION, parameters.precision());
    figures.put(USED, (double) result.used());
    figures.put(PER_ROW, Arrays.stream(parameters.uses()).sum() / from.data().rows());
    figures.put(EXPECTED, parameters.expectedFeatures());
    if (!Double.isNaN(result.lowerBound())) {
      figures.put(LOWER_BOUND, result.lowerBound());
    }
    Manifest manifest =
        Manifest.of(
            KIND.name(),
            from.software(),
            options,
            from.backend(),
            from.data(),
            parameters.features(),
            options.inference() instanceof Inference.Batch
                ? MarkovStages.BATCH
                : MarkovStages.STOCHASTIC,
            result.rmse(),
            figures,
            result.ended(),
            result.trace(),
            result.seconds());
    return new MarkovModel(manifest, parameters, from.standardisation());
  }

  private static MarkovModel read(Manifest manifest, SavedArrays arrays) throws IOException {
    int k = manifest.features();
    if (k < 1 || k > Paths.MOST_FEATURES) {
      throw new IllegalArgumentException(
          "it has %d features; a Markov model has 1 … %d".formatted(k, Paths.MOST_FEATURES));
    }
    int d = manifest.columns();
    SavedArray w = arrays.array(DICTIONARY, k, d, EntryRange.SINGLE);
    SavedArray counts = arrays.array(COUNTS, k + 1, k + 1, EntryRange.COUNT);
    SavedArray prior = arrays.array(PRIOR, 1, k + 1, EntryRange.POSITIVE);
    if (manifest.options().containsKey(FittedData.STANDARDISE) && !arrays.has(STANDARDISATION)) {
      throw new IllegalArgumentException(
          "its columns were standardised, but it has no %s".formatted(STANDARDISATION));
    }
    SavedArray columns =
        arrays.has(STANDARDISATION)
            ? arrays.array(STANDARDISATION, 2, d, EntryRange.SINGLE, EntryRange.POSITIVE)
            : null;
    // Report errors of the manifest before any array takes memory.
    coding(manifest);
    double variance = figure(manifest, VARIANCE);
    double precision = figure(manifest, PRECISION);
    MarkovParameters parameters =
        new MarkovParameters(w.dense(), counts.dense(), prior.dense(), variance, precision);
    return new MarkovModel(
        manifest, parameters, columns == null ? null : Standardisation.of(columns.dense()));
  }

  private static double figure(Manifest manifest, String name) {
    Double value = manifest.figures().get(name);
    if (value == null) {
      throw new IllegalArgumentException("the manifest has no figure " + name);
    }
    // Its inverse is taken.
    if (!(value >= Double.MIN_NORMAL && value <= 1 / Double.MIN_NORMAL)) {
      throw new IllegalArgumentException(
          "the figure %s is %s; it must be above 0 and finite".formatted(name, value));
    }
    return value;
  }

  /** The options with which the rows of the fit were coded. */
  public Coding coding() {
    return coding(manifest);
  }

  private static Coding coding(Manifest manifest) {
    // The name in older models.
    String word = manifest.option(Coding.GAIN).replaceFirst("^literal$", "paper");
    Gain gain = MarkovOptionTable.GAINS.parse().apply(word);
    if (gain == null) {
      throw manifest.wrongOption(Coding.GAIN, MarkovOptionTable.GAINS.noun());
    }
    // Older models have no minimum.
    boolean isBounded = manifest.options().containsKey(Coding.SHORTEST);
    return new Coding(
        gain,
        manifest.wholeOption(Coding.LONGEST, 1, Paths.LONGEST),
        isBounded ? manifest.wholeOption(Coding.SHORTEST, 0, 1) : 0);
  }

  /** For each row the features of its path, in their likeliest order, and their mean weights. */
  @Override
  public Coder coder(Backend backend, long seed) {
    return new PathsOfRows(backend, this, seed);
  }

  @Override
  public Matrix prepared(Matrix x) {
    return standardisation == null ? x : standardisation.apply(x);
  }

  @Override
  public Matrix restored(Matrix x) {
    return standardisation == null ? x : standardisation.undo(x);
  }

  @Override
  public Dense w() {
    return parameters.w();
  }

  /** The expected numbers of visits; a row visits a feature at most once. */
  @Override
  public long[] uses() {
    return Arrays.stream(parameters.uses()).mapToLong(Math::round).toArray();
  }

  @Override
  public Map<String, AtomicFile.Content> arrays() {
    Map<String, AtomicFile.Content> arrays = new LinkedHashMap<>();
    arrays.put(DICTIONARY, out -> NpyWriter.write(parameters.w(), out));
    arrays.put(COUNTS, out -> NpyWriter.write(parameters.counts(), out));
    arrays.put(PRIOR, out -> NpyWriter.write(parameters.prior(), out));
    if (standardisation != null) {
      Dense columns = standardisation.toDense();
      arrays.put(STANDARDISATION, out -> NpyWriter.write(columns, out));
    }
    return arrays;
  }

  @Override
  public String toString() {
    return manifest.toString();
  }
}
