package org.latentfeature.ibp.variational;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.ReferenceOnly;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.SoftFactorisation;

/** The bound L against its definition, the prototype's values, and its own updates. */
public abstract class VariationalBoundContract {

  private static final Matrix SMALL = Planted.coins(13, 5, 3, .3, .5, 1).x();

  private final Backend backend;
  private final double fall;
  private final List<AutoCloseable> opened = new ArrayList<>();

  /**
   * On the backend of {@code provider}, which must be able to run here.
   *
   * @param fall what an update may lower |L| by, as a share
   */
  protected VariationalBoundContract(BackendProvider provider, double fall) {
    backend = provider.open(Resources.DEFAULT);
    this.fall = fall;
  }

  @AfterEach
  void close() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable one : opened) {
      one.close();
    }
    backend.close();
  }

  /** A posterior whose q(Z) was just opened. */
  private record Posterior(VariationalState state, SoftFactorisation z) {}

  private Posterior posterior(
      Matrix x,
      int dimensions,
      int k,
      Consumer<SoftFactorisation> start,
      double alpha,
      boolean infinite,
      boolean joint) {
    SoftFactorisation.Limits limits = new SoftFactorisation.Limits(k);
    CheckedRows rows = CheckedRows.load(backend, x, List.of(limits), StopSignal.NEVER);
    opened.add(rows);
    SoftFactorisation z = rows.open(limits);
    opened.add(z);
    start.accept(z);
    Normalisation of = Normalisation.of(x, dimensions);
    VariationalState state =
        new VariationalState(
            of,
            new SoftIncidence(z, of.unit()),
            new GaussianDictionary(k, of, backend.algebra(), joint),
            infinite ? new StickBreaking(k, alpha) : new BetaPrevalences(k, alpha));
    return new Posterior(state, z);
  }

  private Posterior uniform(Matrix x, int k, boolean infinite, boolean joint, long seed) {
    return posterior(x, x.cols(), k, z -> z.draw(k, seed), 1.7, infinite, joint);
  }

  /** No update lowers L; those of scales and mass neither. Rows are of several blocks and odd. */
  @ParameterizedTest
  @CsvSource({
    "false, true, false",
    "false, false, false",
    "true, true, false",
    "true, false, false",
    "false, true, true",
    "false, false, true",
    "true, true, true",
    "true, false, true"
  })
  void noUpdateLowersTheBound(boolean infinite, boolean joint, boolean learned) {
    Matrix several = Planted.coins(139, 17, 5, .2, .4, 2).x();
    Matrix nearlyExact = Planted.coins(193, 31, 5, .01, .4, 7).x();
    for (Matrix x : List.of(SMALL, several, nearlyExact)) {
      VariationalState state = uniform(x, 6, infinite, joint, 3).state();
      state.setVariance(.16);
      state.updatePrevalences();
      state.updateDictionary();
      List<Runnable> updates = new ArrayList<>();
      updates.add(state::updatePrevalences);
      updates.add(state::updateDictionary);
      updates.add(state::updateIncidence);
      if (learned) {
        updates.add(state::learnVariance);
        updates.add(state::learnScale);
        updates.add(state::learnMass);
      }
      double last = state.bound();
      double first = last;
      for (int round = 0; round < 60; round++) {
        for (Runnable update : updates) {
          update.run();
          double now = state.bound();
          assertTrue(now >= last - fall * Math.abs(last), last + " fell to " + now);
          last = now;
        }
        double before = last;
        state.order();
        last = state.bound();
        if (!infinite) {
          assertEquals(before, last, fall * Math.abs(last));
        }
      }
      assertTrue(last > first + 1, first + " rose to " + last);
    }
  }

  /** Learned scales and mass are the best: neighbours have a lower bound. */
  @ReferenceOnly
  @Test
  void learnedHyperparametersAreMaxima() {
    for (boolean infinite : new boolean[] {false, true}) {
      VariationalState state = uniform(SMALL, 4, infinite, true, 3).state();
      for (int round = 0; round < 3; round++) {
        state.updatePrevalences();
        state.updateDictionary();
        state.updateIncidence();
      }
      state.learnVariance();
      state.learnScale();
      state.learnMass();
      double best = state.bound();
      DoubleUnaryOperator variance = factor -> with(state, factor, 1, 1);
      DoubleUnaryOperator scale = factor -> with(state, 1, factor, 1);
      DoubleUnaryOperator mass = factor -> with(state, 1, 1, factor);
      for (DoubleUnaryOperator one : List.of(variance, scale, mass)) {
        assertTrue(one.applyAsDouble(1.05) < best);
        assertTrue(one.applyAsDouble(.95) < best);
      }
    }
  }

  private static double with(VariationalState state, double variance, double scale, double mass) {
    state.setVariance(state.variance() * variance);
    state.setScale(state.scale() * scale);
    state.prevalences().setMass(state.prevalences().mass() * mass);
    double bound = state.bound();
    state.setVariance(state.variance() / variance);
    state.setScale(state.scale() / scale);
    state.prevalences().setMass(state.prevalences().mass() / mass);
    return bound;
  }

  /**
   * L after each of five rounds, the last three with learned scales, from the same ν: the values of
   * another implementation, in NumPy.
   */
  @ParameterizedTest
  @CsvSource({
    "false, true, -229.509704759, -164.463995089, -145.987237669, -143.864243209, -140.447750239",
    "false, false, -232.570475243, -171.359646996, -128.643193828, -120.636801852, -119.260419348",
    "true, true, -228.987319045, -166.544125170, -142.609473526, -141.041746109, -140.917157915",
    "true, false, -231.949843041, -173.992061502, -131.305513791, -122.120489088, -119.781810996"
  })
  void roundsAreThoseOfThePrototype(
      boolean infinite, boolean joint, double b0, double b1, double b2, double b3, double b4) {
    Matrix x = Matrix.allocate(17, 6);
    Dense nu = new Dense(17, 3);
    for (int n = 0; n < 17; n++) {
      for (int d = 0; d < 6; d++) {
        x.set(n, d, (float) (Math.sin(1.7 * n + .9 * d * d) + ((n * n + d) % 3 == 0 ? .8 : 0)));
      }
      for (int k = 0; k < 3; k++) {
        nu.set(n, k, .5 + .4 * Math.sin(n + 2.1 * k));
      }
    }
    VariationalState state = posterior(x, 6, 3, z -> z.replace(nu), 1.7, infinite, joint).state();
    state.setVariance(.25);
    double[] bounds = {b0, b1, b2, b3, b4};
    for (int round = 0; round < bounds.length; round++) {
      state.updatePrevalences();
      state.updateDictionary();
      state.updateIncidence();
      if (round >= 2) {
        state.updateDictionary();
        state.learnVariance();
        state.learnScale();
      }
      assertEquals(bounds[round], state.bound(), 1e-4);
    }
  }

  /** E_q[log p(X, Z, A, π) − log q] is L in the finite model, and above it in the infinite one. */
  @ReferenceOnly
  @ParameterizedTest
  @CsvSource({"false, true", "false, false", "true, true", "true, false"})
  void theBoundIsItsMonteCarloEstimate(boolean infinite, boolean joint) {
    Posterior posterior = uniform(SMALL, 4, infinite, joint, 5);
    VariationalState state = posterior.state();
    state.setVariance(.16);
    for (int round = 0; round < 2; round++) {
      state.updatePrevalences();
      state.updateDictionary();
      state.updateIncidence();
    }
    Drawn drawn = new Drawn(11);
    int draws = 20_000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; i++) {
      double difference = logRatio(posterior, drawn, infinite) - state.bound();
      sum += difference;
      squares += difference * difference;
    }
    double mean = sum / draws;
    double error = Math.sqrt((squares / draws - mean * mean) / draws);
    assertTrue(error < .1, "" + error);
    if (infinite) {
      assertTrue(mean > -4 * error && mean < 3, mean + " ± " + error);
    } else {
      assertEquals(0, mean, 4 * error);
    }
  }

  private static Dense normalised(Matrix x) {
    Dense rows = x.toDense();
    double unit = Normalisation.of(x, x.cols()).unit();
    for (int i = 0; i < rows.values().length; i++) {
      rows.values()[i] /= unit;
    }
    return rows;
  }

  private static double logRatio(Posterior posterior, Drawn drawn, boolean infinite) {
    Dense x = normalised(SMALL);
    VariationalState state = posterior.state();
    Dense nu = posterior.z().toDense();
    Prevalences prevalences = state.prevalences();
    int k = nu.cols();
    double ratio = 0;
    double[] logOn = new double[k];
    double[] logOff = new double[k];
    double share = infinite ? prevalences.mass() : prevalences.mass() / k;
    double product = 0;
    for (int f = 0; f < k; f++) {
      double a = prevalences.on(f);
      double b = prevalences.off(f);
      double[] log = drawn.logBeta(a, b);
      ratio += Math.log(share) + (share - 1) * log[0];
      ratio -= (a - 1) * log[0] + (b - 1) * log[1];
      ratio +=
          GammaFunctions.lnGamma(a) + GammaFunctions.lnGamma(b) - GammaFunctions.lnGamma(a + b);
      product += log[0];
      logOn[f] = infinite ? product : log[0];
      logOff[f] = infinite ? Math.log(-Math.expm1(product)) : log[1];
    }
    Dense z = new Dense(x.rows(), k);
    for (int n = 0; n < x.rows(); n++) {
      for (int f = 0; f < k; f++) {
        double p = nu.get(n, f);
        boolean on = drawn.coin(p);
        z.set(n, f, on ? 1 : 0);
        ratio += on ? logOn[f] - Math.log(p) : logOff[f] - Math.log1p(-p);
      }
    }
    Dense lower = Cholesky.of(state.a().covariance()).lower();
    Dense white = new Dense(k, x.cols());
    for (int i = 0; i < white.values().length; i++) {
      white.values()[i] = drawn.normal();
      ratio += .5 * white.values()[i] * white.values()[i];
    }
    for (int f = 0; f < k; f++) {
      ratio += x.cols() * Math.log(lower.get(f, f));
    }
    Dense a = state.a().mean().plus(lower.times(white));
    ratio -= a.squaredNorm() / (2 * state.scale()) + .5 * k * x.cols() * Math.log(state.scale());
    Dense fitted = z.times(a);
    double error = 0;
    for (int i = 0; i < fitted.values().length; i++) {
      double rest = x.values()[i] - fitted.values()[i];
      error += rest * rest;
    }
    double entries = (double) x.rows() * x.cols();
    return ratio
        - error / (2 * state.variance())
        - .5 * entries * Math.log(2 * Math.PI * state.variance());
  }

  /** L of X = L Q with orthonormal rows of Q has the bound of X: D is that of X. */
  @ReferenceOnly
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void reducedRowsHaveTheSameBound(boolean joint) {
    Matrix wide = Planted.coins(20, 70, 3, .2, .5, 4).x();
    Dense x = new Dense(20, 70);
    for (int i = 0; i < x.values().length; i++) {
      x.values()[i] = wide.get(i / 70, i % 70);
    }
    Dense factor = Cholesky.of(x.timesTransposed(x)).lower();
    Matrix reduced = Matrix.allocate(20, 20);
    for (int i = 0; i < 400; i++) {
      reduced.set(i / 20, i % 20, (float) factor.values()[i]);
    }
    List<VariationalState> both =
        List.of(
            uniform(wide, 4, false, joint, 2).state(),
            posterior(reduced, 70, 4, z -> z.draw(4, 2), 1.7, false, joint).state());
    for (int round = 0; round < 4; round++) {
      for (VariationalState state : both) {
        state.updatePrevalences();
        state.updateDictionary();
        state.updateIncidence();
        state.updateDictionary();
        state.learnVariance();
        state.learnScale();
      }
      double bound = both.get(0).bound();
      assertEquals(bound, both.get(1).bound(), 1e-4 * Math.abs(bound));
    }
  }
}
