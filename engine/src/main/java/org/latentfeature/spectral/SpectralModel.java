package org.latentfeature.spectral;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.EntryRange;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.model.SavedArray;
import org.latentfeature.fit.model.SavedArrays;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;

/**
 * A factorisation by tensor eigenpairs, with the figures of each feature's eigenpair.
 *
 * @param manifest provenance and figures of the fit
 * @param z incidence, N×K
 * @param w dictionary, K×D
 * @param eigenpairs of each feature, K×4: λ and score of its eigenpair, NaN if it has none; its
 *     share of the rows; and the smallest singular value of J_k, near 0 where the pair vanishes
 */
public record SpectralModel(Manifest manifest, BinaryMatrix z, Dense w, Dense eigenpairs)
    implements FactorModel {

  /** Factorisations by tensor eigenpairs. */
  public static final ModelKind<SpectralModel> KIND =
      new ModelKind<>("spectral", SpectralModel::read);

  /** Column of {@link #eigenpairs}: λ. */
  public static final int LAMBDA = 0;

  /** Column of {@link #eigenpairs}: the Kolmogorov–Smirnov distance. */
  public static final int SCORE = 1;

  /** Column of {@link #eigenpairs}: the share of rows with the feature. */
  public static final int PREVALENCE = 2;

  /** Column of {@link #eigenpairs}: the smallest singular value of J_k. */
  public static final int ISOLATION = 3;

  private static final String EIGENPAIRS = "eigenpairs.npy";

  /**
   * Checks the shapes.
   *
   * @throws IllegalArgumentException if the matrices and the manifest differ in shape, or there are
   *     more features than rows
   */
  public SpectralModel {
    FactorModel.requireShapes(manifest, z, w);
    if (eigenpairs.rows() != manifest.features() || eigenpairs.cols() != ISOLATION + 1) {
      throw new IllegalArgumentException(
          "%d×%d numbers of eigenpairs, but the manifest says K = %d"
              .formatted(eigenpairs.rows(), eigenpairs.cols(), manifest.features()));
    }
  }

  private static SpectralModel read(Manifest manifest, SavedArrays arrays) throws IOException {
    FactorModel.requireFeatures(manifest);
    int k = manifest.features();
    SavedArray z = arrays.array(INCIDENCE, manifest.rows(), k, EntryRange.BINARY);
    SavedArray w = arrays.array(DICTIONARY, k, manifest.columns(), EntryRange.SINGLE);
    SavedArray pairs = arrays.array(EIGENPAIRS, k, ISOLATION + 1, EntryRange.FINITE_OR_NONE);
    return new SpectralModel(manifest, z.binary(), w.dense(), pairs.dense());
  }

  @Override
  public Map<String, AtomicFile.Content> arrays() {
    Map<String, AtomicFile.Content> arrays = new LinkedHashMap<>(FactorModel.super.arrays());
    arrays.put(EIGENPAIRS, out -> NpyWriter.write(eigenpairs, out));
    return arrays;
  }

  @Override
  public String toString() {
    return manifest.toString();
  }
}
