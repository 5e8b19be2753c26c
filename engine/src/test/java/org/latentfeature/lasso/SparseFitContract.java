package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.ReferenceOnly;
import org.latentfeature.backend.contract.SparseSource;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Overcomplete;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SparseRowsBlocks;
import org.latentfeature.fit.SearchReport;
import org.latentfeature.fit.SearchReports;
import org.latentfeature.fit.factor.SpectralFloor;
import org.latentfeature.fit.metrics.Rmse;

/** Fits to sparse rows find what those to the same rows find when they are dense. */
public abstract class SparseFitContract extends LassoContract {

  /** See {@link LassoContract}. */
  protected SparseFitContract(BackendProvider provider) {
    super(provider);
  }

  private static final int N = 600;

  private static final int K = 6;

  private static final BinaryMatrix Z = Overcomplete.codes(N, K, .15, 5);

  /** Features of twelve of {@code d} entries; noise in a hundredth of the entries of X. */
  private static Matrix data(int d, long seed) {
    Matrix x = Matrix.allocate(N, d);
    for (int i = 0; i < N; i++) {
      for (int c : Z.columnsOf(i)) {
        for (int e = 0; e < 12; e++) {
          int j = (int) (d * CounterRandom.uniform(seed, c, e));
          x.set(i, j, (float) (x.get(i, j) + CounterRandom.normal(seed + 1, c, e)));
        }
      }
      for (int e = 0; e < d / 100; e++) {
        int j = (int) (d * CounterRandom.uniform(seed + 2, i, e));
        x.set(i, j, (float) (x.get(i, j) + .3 * CounterRandom.normal(seed + 3, i, e)));
      }
    }
    return x;
  }

  private static Set<BitVector> columns(LassoResult found) {
    return Set.copyOf(found.z().columns());
  }

  private static double least(LassoResult found) {
    return Objects.requireNonNull(found.figures().get(SpectralFloor.LEAST_RMSE));
  }

  private LassoResult fitSparse(Matrix x, LassoOptions options) {
    return new LatentFeatureLasso(backend, options).fit(SparseSource.of(x));
  }

  @Test
  void codesAreThoseOfTheDenseFit() {
    assertSameCodes(1);
  }

  @ParameterizedTest
  @Tag("whole")
  @ReferenceOnly
  @ValueSource(longs = {2, 3, 4, 5, 6, 7, 8, 9, 10})
  void soTheyAreOnOtherData(long seed) {
    assertSameCodes(seed);
  }

  private void assertSameCodes(long seed) {
    Matrix x = data(400, seed);
    LassoOptions options = LassoOptions.of(K);
    LassoResult dense = fit(x, options);
    LassoResult sparse = fitSparse(x, options);
    assertEquals(columns(dense), columns(sparse));
    assertEquals(Set.copyOf(Z.columns()), columns(sparse));
    assertEquals(dense.rmse(), sparse.rmse(), 1e-6 * dense.rmse());
    assertEquals(least(dense), least(sparse), 1e-4 * dense.rmse());
    assertTrue(least(sparse) <= least(dense) * (1 + 1e-7), "a floor above the least error");
  }

  /** Blocks of 64 rows. */
  private static FileRows file(Matrix x) {
    return new FileRows(new SparseRowsBlocks(SparseSource.of(x)), 1, WorkListener.SILENT);
  }

  /** Rows that stay in their file take the same way through the same dimensions. */
  @Test
  void blocksOfAFileGiveTheSameCodes() {
    Matrix x = data(400, 1);
    LassoOptions options = LassoOptions.of(K);
    LassoResult whole = fitSparse(x, options);
    try (FileRows rows = file(x)) {
      LassoResult found = new LatentFeatureLasso(backend, options).fit(rows);
      assertEquals(whole.z(), found.z());
      assertEquals(whole.method(), found.method());
      assertEquals(whole.verified(), found.verified());
      assertEquals(whole.rmse(), found.rmse(), 1e-9);
      assertEquals(least(whole), least(found), 1e-9);
      for (int i = 0; i < whole.w().values().length; i++) {
        assertEquals(whole.w().values()[i], found.w().values()[i], 1e-6);
      }
      assertTrue(rows.passes() < 40, () -> rows.passes() + " passes");
    }
  }

  /** Unreduced, the convex fit reads the sparse rows themselves at each of its steps. */
  @Test
  @Tag("whole")
  @ReferenceOnly
  void theConvexFitReadsBlocksOfAFile() {
    Matrix x = data(100, 2);
    LassoOptions options = LassoOptions.of(2).withMethod(Method.LASSO).withReduce(Reduction.NONE);
    LassoResult whole = fitSparse(x, options);
    try (FileRows rows =
        new FileRows(new SparseRowsBlocks(SparseSource.of(x)), 1 << 16, WorkListener.SILENT)) {
      LassoResult found = new LatentFeatureLasso(backend, options).fit(rows);
      assertEquals(whole.rmse(), found.rmse(), .02 * whole.rmse());
      assertEquals(Rmse.noisy(x, found.z(), found.w()), found.rmse(), 1e-6);
      assertEquals(Rmse.noisy(rows, found.z(), found.w()), found.rmse(), 1e-6);
      assertTrue(rows.passes() > 20, () -> rows.passes() + " passes");
    }
  }

  /** No more columns than the search would keep dimensions. */
  @Test
  void fewColumnsAreKeptAsTheyAre() {
    Matrix x = data(12, 3);
    assertEquals(fit(x, LassoOptions.of(K)).rmse(), fitSparse(x, LassoOptions.of(K)).rmse(), 1e-6);
  }

  /** Without a gap, what the leading values lack is not known. */
  @Test
  @ReferenceOnly
  void aFloorIsNotClaimedWithoutAGap() {
    LassoResult found = fitSparse(data(400, 1), LassoOptions.of(K - 2));
    assertNull(found.figures().get(SpectralFloor.LEAST_RMSE));
  }

  /** Nothing of the size of XᵀX, 20 GB here, nor of X. */
  @Test
  void memoryIsThatOfFewDimensions() {
    long bytes =
        LatentFeatureLasso.bytesNeeded(backend.sparse(), 100_000, 50_000, LassoOptions.of(20));
    assertTrue(bytes > 4L * 40 * 100_000, () -> bytes + " bytes");
    assertTrue(bytes < 1_500_000_000, () -> bytes + " bytes");
  }

  /** Eight dimensions beside K show that none of the values is far above the next. */
  @Test
  @ReferenceOnly
  void asManyDimensionsAsFeaturesShowNoGap() {
    LassoOptions narrow = LassoOptions.of(K - 2).withReduce(new Reduction(K - 2));
    LassoResult found = fitSparse(data(400, 1), narrow);
    assertNull(found.figures().get(SpectralFloor.LEAST_RMSE));
    assertEquals(0, found.verified().columns());
  }

  /** Chains go on from the best so far, and end at no more error. */
  @Test
  @Tag("whole")
  @ReferenceOnly
  void chainsImproveWhatWasFound() {
    SearchReports listener = new SearchReports();
    LassoResult found =
        new LatentFeatureLasso(backend, LassoOptions.of(K - 2))
            .fit(SparseSource.of(data(400, 1)), listener);
    assertEquals(SearchReport.Outcome.FINISHED, listener.of(LassoStages.ANNEAL).outcome());
    assertTrue(
        found.rmse() <= listener.of(LassoStages.CONVEX_FIT).rmse() * (1 + 1e-6),
        "worse than the convex fit");
  }

  @Test
  void columnsAreVerified() {
    LassoResult found = fitSparse(data(400, 1), LassoOptions.of(K));
    assertEquals(LassoStages.COLUMNS, found.method());
    assertEquals(K, found.verified().columns());
  }

  /** Two columns a feature, of which one may have nearly all of it, and so all of its noise. */
  @ParameterizedTest
  @ReferenceOnly
  @ValueSource(longs = {1, 2, 3})
  void columnsOfFeaturesThatAreNearlyOneColumnAreTheGroundTruth(long seed) {
    int k = 20;
    SparseProblem.Drawn drawn = new SparseProblem(3000, 5000, k, 60_000, .01, seed).draw();
    LassoResult found = new LatentFeatureLasso(backend, LassoOptions.of(k)).fit(drawn.x());
    assertEquals(LassoStages.COLUMNS, found.method());
    assertEquals(Set.copyOf(drawn.z().columns()), columns(found));
  }

  @Tag("whole")
  @Test
  void thePathFindsThemToo() {
    LassoOptions path = LassoOptions.of(K).withMethod(Method.PATH);
    assertEquals(Set.copyOf(Z.columns()), columns(fitSparse(data(400, 2), path)));
  }
}
