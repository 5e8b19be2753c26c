package org.latentfeature.lasso;

import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;

/**
 * A factorisation by the latent feature lasso. Its figures: {@value #MU}, the penalty of the convex
 * fit if there was one; those of {@link Verified} columns, if there are any; and the {@linkplain
 * #proven certificate} of a {@linkplain #certified certified} model.
 *
 * @param manifest provenance and figures of the fit
 * @param z incidence, N×K
 * @param w dictionary, K×D
 * @param terms what it has for each column beside W
 */
public record LassoModel(Manifest manifest, BinaryMatrix z, Dense w, ColumnTerms terms)
    implements FactorModel {

  /** Factorisations by the latent feature lasso. */
  public static final ModelKind<LassoModel> KIND =
      FactorModel.kind("latent-feature-lasso", LassoModel::new);

  /** Name of the figure of the convex fit's penalty μ. */
  public static final String MU = "mu";

  private static final String CERTIFICATE = "certificate_";

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if the matrices and the manifest differ in shape, or there are
   *     more features than rows
   */
  public LassoModel {
    FactorModel.requireShapes(manifest, z, w);
  }

  /** A model of plain least squares, X ≈ Z W, without further terms of columns. */
  public LassoModel(Manifest manifest, BinaryMatrix z, Dense w) {
    this(manifest, z, w, ColumnTerms.NONE);
  }

  /**
   * The model to save.
   *
   * @param options of the fit
   * @param from the software, the backend and the data of the fit
   */
  public static LassoModel of(LassoResult result, LassoOptions options, Provenance from) {
    Map<String, Double> figures = new TreeMap<>(result.verified().figures());
    figures.putAll(result.figures());
    if (!Double.isNaN(result.mu())) {
      figures.put(MU, result.mu());
    }
    Manifest manifest =
        Manifest.of(
            KIND.name(),
            from.software(),
            options,
            from.backend(),
            from.data(),
            result.z().cols(),
            result.method(),
            result.rmse(),
            figures,
            result.ended(),
            result.trace(),
            result.seconds());
    return new LassoModel(manifest, result.z(), result.w(), result.terms());
  }

  /** This model with the figures of {@code certificate}. */
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
    return new LassoModel(manifest.withFigures(figures), z, w, terms);
  }

  /** The penalty of its convex fit; NaN if there was none. */
  public double mu() {
    return manifest.figures().getOrDefault(MU, Double.NaN);
  }

  /** The figures of a model's certificate, by name; empty if there is none. */
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
  public String toString() {
    return manifest.toString();
  }
}
