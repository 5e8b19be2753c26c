package org.latentfeature.lasso;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.EntryRange;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;
import org.latentfeature.model.SavedArray;
import org.latentfeature.model.SavedArrays;

/**
 * A factorisation X ≈ Z W together with all that is needed to repeat its fit. Its file holds Z as
 * unsigned bytes and W as doubles. Its figures: {@value #MU}, the penalty of the convex fit where
 * there was one, those of {@link Verified} where columns were, and of a {@linkplain #certified
 * certified} model what was {@linkplain #proven proven}.
 *
 * @param manifest how it was made
 * @param z incidence, N×K
 * @param w dictionary, K×D
 */
public record LassoModel(Manifest manifest, BinaryMatrix z, Dense w) implements Model {

  /** Factorisations by the latent feature lasso. */
  public static final ModelKind<LassoModel> KIND =
      new ModelKind<>("latent-feature-lasso", LassoModel::read);

  /** Name of the figure that is the convex fit's penalty μ. */
  public static final String MU = "mu";

  private static final String CERTIFICATE = "certificate_";

  private static final String INCIDENCE = "Z.npy";
  private static final String DICTIONARY = "W.npy";

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if those of the matrices are not the manifest's, or there are
   *     more features than rows
   */
  public LassoModel {
    requireFeatures(manifest);
    if (z.rows() != manifest.rows()
        || z.cols() != manifest.features()
        || w.rows() != manifest.features()
        || w.cols() != manifest.columns()) {
      throw new IllegalArgumentException(
          "Z is %d×%d and W is %d×%d, but the manifest says N = %d, K = %d, D = %d"
              .formatted(
                  z.rows(),
                  z.cols(),
                  w.rows(),
                  w.cols(),
                  manifest.rows(),
                  manifest.features(),
                  manifest.columns()));
    }
  }

  /**
   * The model to save.
   *
   * @param software name and version of the program that made it
   * @param options what the fit was asked for
   * @param backend what ran the heavy steps
   * @param data what it was fitted to
   */
  public static LassoModel of(
      String software,
      LassoResult result,
      LassoOptions options,
      BackendInfo backend,
      FittedData data) {
    Map<String, Double> figures = new TreeMap<>(result.verified().figures());
    if (!Double.isNaN(result.mu())) {
      figures.put(MU, result.mu());
    }
    Manifest manifest =
        Manifest.of(
            KIND.name(),
            software,
            options,
            backend,
            data,
            result.z().cols(),
            result.method(),
            result.rmse(),
            figures,
            result.ended(),
            result.trace(),
            result.seconds());
    return new LassoModel(manifest, result.z(), result.w());
  }

  private static void requireFeatures(Manifest manifest) {
    if (manifest.features() > manifest.rows()) {
      throw new IllegalArgumentException(
          "it has %d features of %d rows".formatted(manifest.features(), manifest.rows()));
    }
  }

  private static LassoModel read(Manifest manifest, SavedArrays arrays) throws IOException {
    requireFeatures(manifest);
    SavedArray z = arrays.array(INCIDENCE, manifest.rows(), manifest.features(), EntryRange.BINARY);
    SavedArray w =
        arrays.array(DICTIONARY, manifest.features(), manifest.columns(), EntryRange.SINGLE);
    return new LassoModel(manifest, z.binary(), w.dense());
  }

  /** This model with what {@code certificate} proves of it. */
  public LassoModel certified(Certificate certificate) {
    Map<String, Double> proven = new TreeMap<>();
    proven.put("gap", certificate.gap());
    proven.put("mu", certificate.mu());
    proven.put("objective", certificate.objective());
    proven.put("lower_bound", certificate.lowerBound());
    proven.put("convex_gap", certificate.convexGap());
    proven.put("convex_objective", certificate.convexObjective());
    proven.put("atom_bound", certificate.atomBound());
    proven.put("best_atom", certificate.bestAtom());
    proven.put("failure", certificate.failure());
    Map<String, Double> figures = new TreeMap<>();
    proven.forEach((name, value) -> figures.put(CERTIFICATE + name, value));
    return new LassoModel(manifest.withFigures(figures), z, w);
  }

  /** The penalty of the convex fit that it comes from; NaN if from none. */
  public double mu() {
    return manifest.figures().getOrDefault(MU, Double.NaN);
  }

  /** What a certificate proved of a model, by name; empty where there is none. */
  public static Map<String, Double> proven(Manifest manifest) {
    Map<String, Double> proven = new TreeMap<>();
    manifest
        .figures()
        .forEach(
            (name, value) -> {
              if (name.startsWith(CERTIFICATE)) {
                proven.put(name.substring(CERTIFICATE.length()), value);
              }
            });
    return proven;
  }

  @Override
  public Codes codes() {
    return Codes.binary(z);
  }

  @Override
  public long[] uses() {
    return z.columns().stream().mapToLong(column -> column.count()).toArray();
  }

  @Override
  public Map<String, AtomicFile.Content> arrays() {
    Map<String, AtomicFile.Content> arrays = new LinkedHashMap<>();
    arrays.put(INCIDENCE, out -> NpyWriter.write(z, out));
    arrays.put(DICTIONARY, out -> NpyWriter.write(w, out));
    return arrays;
  }
}
