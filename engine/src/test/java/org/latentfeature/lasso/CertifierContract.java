package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.ReferenceOnly;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;

/** Proven gaps. */
public abstract class CertifierContract extends LassoContract {

  /** See {@link LassoContract}. */
  protected CertifierContract(BackendProvider provider) {
    super(provider);
  }

  private Certificate certify(Matrix x, BinaryMatrix z, double mu, int k) {
    return new Certifier(backend, LassoOptions.of(k)).certify(rows(x), z, mu, FitListener.SILENT);
  }

  /** The rows of {@code x}, as they are certified. */
  Rows rows(Matrix x) {
    return x;
  }

  /** All 2^N − 1 columns at once are the best possible. */
  @Tag("whole")
  @Test
  void noObjectiveLiesBelowTheBound() {
    for (int seed = 0; seed < 16; seed++) {
      // Some of them wide, which the fit reduces.
      int columns = seed % 2 == 0 ? 3 : 11;
      SyntheticProblem p = SyntheticProblem.dense(3 + seed % 4, columns, 2, 0.3, seed);
      double mu = 0.05 + 0.1 * (seed % 3);
      Certificate c = certify(p.x(), p.z(), mu, 2);
      double best = objective(p.x(), everyColumn(p.x().rows()), mu);
      String figures = "seed " + seed + ": " + c + ", best " + best;
      assertTrue(c.lowerBound() <= best * (1 + 1e-12), figures);
      assertTrue(c.lowerBound() >= 0.75 * best, figures);
      assertEquals(objective(p.x(), p.z(), mu), c.objective(), 1e-5 * c.objective(), figures);
      assertTrue(c.convexObjective() <= c.objective() * (1 + 1e-5), figures);
      assertTrue(c.convexObjective() >= best * (1 - 1e-5), figures);
      assertTrue(c.atomBound() >= c.bestAtom(), figures);
    }
  }

  @Test
  void aFitThatFoundTheTruthIsNearlyOptimal() {
    SyntheticProblem p = SyntheticProblem.generate("syn0", 1);
    LassoResult fit = fit(p.x(), LassoOptions.of(4).withMethod(Method.LASSO));
    Certificate c = certify(p.x(), fit.z(), fit.mu(), 4);
    assertEquals(fit.mu(), c.mu(), 1e-12 * fit.mu());
    assertEquals(0, c.failure());
    assertTrue(c.gap() < 0.1, c.toString());
    assertTrue(c.gap() >= c.convexGap() - 1e-6, c.toString());
  }

  /** Reduced, because it is wide, and scaled, because its values are extreme. */
  @Test
  void theUnitsAreThoseOfTheData() {
    SyntheticProblem p = SyntheticProblem.dense(30, 60, 3, 0.1, 3);
    Certificate plain = certify(p.x(), p.z(), 0.5, 3);
    Certificate large = certify(scaled(p.x(), 0x1p40f), p.z(), 0.5 * 0x1p40, 3);
    assertEquals(plain.objective() * 0x1p80, large.objective(), 1e-6 * large.objective());
    assertEquals(plain.lowerBound() * 0x1p80, large.lowerBound(), 1e-3 * large.lowerBound());
    assertEquals(objective(p.x(), p.z(), 0.5), plain.objective(), 1e-5 * plain.objective());
    assertTrue(plain.lowerBound() > 0.5 * plain.objective(), plain.toString());
  }

  /** Of a penalty that lets nothing in, ‖X‖²/2N is the best possible. */
  @Test
  @ReferenceOnly
  void aLargePenaltyLeavesNothing() {
    SyntheticProblem p = SyntheticProblem.dense(20, 10, 2, 0.1, 4);
    for (double mu : new double[] {1e3, 1e30}) {
      Certificate c = certify(p.x(), p.z(), mu, 2);
      double nothing = squaredNorm(p.x()) / (2 * p.x().rows());
      assertEquals(nothing, c.lowerBound(), 1e-12 * nothing);
      assertEquals(nothing, c.objective(), 1e-12 * nothing);
      assertEquals(0, c.gap(), 1e-12);
    }
  }

  /** Columns that are empty or equal add nothing. */
  @Test
  @ReferenceOnly
  void uselessColumnsDoNoHarm() {
    SyntheticProblem p = SyntheticProblem.dense(40, 12, 3, 0.1, 5);
    BinaryMatrix useless =
        p.z().with(p.z().column(1)).with(BitVector.of(new boolean[p.x().rows()]));
    Certificate c = certify(p.x(), p.z(), 0.3, 3);
    assertEquals(c.objective(), certify(p.x(), useless, 0.3, 3).objective(), 1e-9);
  }

  @Test
  @ReferenceOnly
  void noColumnsAreCertifiedToo() {
    SyntheticProblem p = SyntheticProblem.dense(40, 12, 3, 0.1, 5);
    Certificate c = certify(p.x(), BinaryMatrix.empty(40), Double.NaN, 3);
    double nothing = squaredNorm(p.x()) / (2 * p.x().rows());
    assertEquals(nothing, c.objective(), 1e-6 * nothing);
    assertTrue(c.mu() > 0 && c.convexObjective() < c.objective(), c.toString());
  }

  @Test
  @ReferenceOnly
  void aPenaltyOfZeroBoundsNothing() {
    SyntheticProblem p = SyntheticProblem.dense(10, 5, 2, 0.1, 5);
    assertThrows(IllegalArgumentException.class, () -> certify(p.x(), p.z(), 0, 2));
    assertThrows(IllegalArgumentException.class, () -> certify(p.x(), p.z(), 1e300, 2));
  }

  @Test
  @ReferenceOnly
  void stoppedItIsLooserButTrue() {
    SyntheticProblem p = SyntheticProblem.dense(200, 30, 6, 0.3, 6);
    LassoOptions options = LassoOptions.of(6);
    BinaryMatrix one = p.z().select(new int[] {0});
    Certificate full = certify(p.x(), one, 0.2, 6);
    Certificate stopped =
        new Certifier(backend, options).certify(rows(p.x()), one, 0.2, e -> false);
    assertEquals(full.objective(), stopped.objective(), 1e-9 * full.objective());
    assertTrue(stopped.lowerBound() < full.lowerBound(), stopped + ", " + full);
    assertTrue(full.lowerBound() <= full.convexObjective(), full.toString());
  }

  /** Asked within steps, and obeyed there: no proof at all, or one that holds. */
  @Test
  @ReferenceOnly
  void stoppedAnywhereItIsTrue() {
    SyntheticProblem p = SyntheticProblem.dense(6, 11, 2, 0.3, 6);
    double best = objective(p.x(), everyColumn(6), 0.2);
    int proofs = 0;
    for (int patience = 1; patience < 3000; patience += 1 + patience / 2) {
      AtomicInteger left = new AtomicInteger(patience);
      FitListener impatient = FitListener.SILENT.until(() -> left.decrementAndGet() < 0);
      try {
        Certificate c =
            new Certifier(backend, LassoOptions.of(2)).certify(rows(p.x()), p.z(), 0.2, impatient);
        assertTrue(c.lowerBound() >= 0 && c.lowerBound() <= best * (1 + 1e-12), c.toString());
        assertTrue(c.convexObjective() >= best * (1 - 1e-5), c.toString());
        assertTrue(c.atomBound() >= c.bestAtom(), c.toString());
        proofs += left.get() < 0 ? 1 : 0;
      } catch (StoppedException e) {
        assertTrue(left.get() < 0, "stopped though nobody asked for it");
      }
    }
    assertTrue(proofs >= 3, proofs + " proofs were cut short");
  }

  private static BinaryMatrix everyColumn(int n) {
    List<BitVector> all = new ArrayList<>();
    for (long code = 1; code < 1L << n; code++) {
      all.add(BitVector.ofWords(n, new long[] {code}));
    }
    return BinaryMatrix.ofColumns(n, all);
  }

  private static double objective(Matrix x, BinaryMatrix z, double mu) {
    Dense v = GroupLasso.solve(x, z, mu);
    double norms = 0;
    for (int k = 0; k < v.rows(); k++) {
      norms += v.rowNorm(k);
    }
    return GroupLasso.residual(x, z, v).squaredNorm() / (2 * x.rows()) + mu * norms;
  }

  private static double squaredNorm(Matrix x) {
    return GroupLasso.residual(x, BinaryMatrix.empty(x.rows()), new Dense(0, x.cols()))
        .squaredNorm();
  }
}
