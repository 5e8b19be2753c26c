package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.SparseSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SparseRowsBlocks;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.relaxation.AtomBound;

/** Proven gaps of sparse rows. */
public abstract class SparseCertifierContract extends CertifierContract {

  /** See {@link LassoContract}. */
  protected SparseCertifierContract(BackendProvider provider) {
    super(provider);
  }

  @Override
  Rows rows(Matrix x) {
    return SparseSource.of(x);
  }

  private Certificate certify(Rows x, BinaryMatrix z, double mu, int k) {
    return new Certifier(backend, LassoOptions.of(k)).certify(x, z, mu, FitListener.SILENT);
  }

  /** Sweeps over sparse rows take another order, and end within their tolerance. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void certificatesAreThoseOfDenseRows(long seed) {
    SparseRows x = new SparseProblem(150, 90, 3, 700, .1, seed).draw().x();
    LassoResult fit =
        new LatentFeatureLasso(backend, LassoOptions.of(3).withMethod(Method.LASSO)).fit(x);
    Certificate dense = certify(x.toDense(), fit.z(), fit.mu(), 3);
    assertSame(dense, certify(x, fit.z(), fit.mu(), 3));
    try (FileRows file = new FileRows(new SparseRowsBlocks(x), 1, WorkListener.SILENT)) {
      Certificate found = certify(file, fit.z(), fit.mu(), 3);
      assertEquals(dense.objective(), found.objective(), 1e-9 * dense.objective());
      assertTrue(found.lowerBound() <= dense.convexObjective() * (1 + 1e-9), found.toString());
      assertTrue(found.lowerBound() > .9 * dense.lowerBound(), found.toString());
    }
  }

  /** Given atoms and unit vectors, everything that is proven is the same to the last digit. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void residualsAndBoundsAreThoseOfDenseRows(long seed) {
    SparseProblem.Drawn drawn = new SparseProblem(80, 60, 3, 400, .1, seed).draw();
    Dense sums = new Dense(5, 60);
    Arrays.setAll(sums.values(), i -> CounterRandom.normal(seed, i, 0));
    ExactResidual dense = residual(drawn.x().toDense(), drawn);
    ExactResidual sparse = residual(drawn.x(), drawn);
    assertEquals(dense.error(), sparse.error());
    assertEquals(dense.dual(), sparse.dual());
    assertEquals(dense.objective(.1), sparse.objective(.1));
    BitVector some = drawn.z().column(1);
    assertEquals(dense.score(some, StopSignal.NEVER), sparse.score(some, StopSignal.NEVER));
    assertEquals(
        AtomBound.of(dense.a(), sums, backend.algebra(), StopSignal.NEVER),
        AtomBound.of(sparse.a(), sums, backend.algebra(), StopSignal.NEVER));
  }

  private static ExactResidual residual(Rows x, SparseProblem.Drawn drawn) {
    return ExactResidual.of(x, drawn.z(), cross -> drawn.w(), StopSignal.NEVER);
  }

  private static void assertSame(Certificate dense, Certificate sparse) {
    String both = dense + " and " + sparse;
    assertEquals(dense.mu(), sparse.mu(), both);
    assertEquals(0, sparse.failure(), both);
    assertEquals(dense.objective(), sparse.objective(), 1e-9 * dense.objective(), both);
    assertEquals(
        dense.convexObjective(), sparse.convexObjective(), 2e-4 * dense.convexObjective(), both);
    assertEquals(dense.lowerBound(), sparse.lowerBound(), 1e-3 * dense.lowerBound(), both);
    assertEquals(dense.gap(), sparse.gap(), 1e-3, both);
  }
}
