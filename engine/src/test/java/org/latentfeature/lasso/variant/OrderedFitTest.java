package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Overcomplete;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MeterProblem;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Variant;
import org.latentfeature.step.coding.Codes;

class OrderedFitTest {

  private static final Backend BACKEND = Backends.open("java", 0).backend();

  private static final BinaryMatrix Z = Overcomplete.persistent(1500, 4, .015, 1);

  private static final Dense W = dictionary(4, 12);

  /** Noise so strong that of one row alone a sixth of the bits are wrong. */
  private static final Matrix X = Overcomplete.rows(Z, W, 1.8, 3);

  @AfterAll
  static void close() {
    BACKEND.close();
  }

  private static Dense dictionary(int k, int d) {
    Dense w = new Dense(k, d);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        w.set(c, j, CounterRandom.normal(2, c, j));
      }
    }
    return w;
  }

  private static LassoResult fit(Matrix x, LassoOptions options) {
    return fit(x, options, Weights.NONE);
  }

  private static LassoResult fit(Matrix x, LassoOptions options, Weights weights) {
    try (LoadedData data = new LoadedData(BACKEND, x)) {
      return VariantLasso.fit(data, options, weights, FitListener.SILENT);
    }
  }

  private static LassoOptions ordered(int k) {
    return plain(k).withVariant(Variant.PLAIN.withOrder(Variant.RowOrder.ROWS));
  }

  private static LassoOptions plain(int k) {
    return LassoOptions.of(k, Method.PATH);
  }

  private static double wrong(BinaryMatrix z) {
    return Hamming.oneToOne(Z, z);
  }

  /** Of so few windows other features leave less error; the rows themselves tell. */
  @Test
  void rowsAsTheyAreComeLast() {
    SyntheticProblem meter = new MeterProblem(5000, 2, 6, 5, 0).inMemory();
    LassoOptions options =
        LassoOptions.of(6).withVariant(Variant.PLAIN.withOrder(Variant.RowOrder.ROWS));
    double wrong = Hamming.oneToOne(meter.z(), fit(meter.x(), options).z());
    assertTrue(wrong < .001, "" + wrong);
  }

  @Test
  void orderTellsBitsThatARowAloneDoesNot() {
    double plain = wrong(fit(X, plain(4)).z());
    LassoResult found = fit(X, ordered(4));
    assertTrue(plain > .08, "" + plain);
    assertTrue(wrong(found.z()) < .02, "" + wrong(found.z()));
    assertEquals(found.z(), fit(X, ordered(4)).z());
  }

  @Test
  void newRowsAreCodedInTheirOrder() {
    LassoModel model = fit(X, ordered(4)).toModel();
    Coder coder = model.coder(BACKEND, 0);
    assertEquals(model.z(), coder.code(X, WorkListener.SILENT).z());
    BinaryMatrix z = Overcomplete.persistent(400, 4, .015, 21);
    Matrix x = Overcomplete.rows(z, W, 1.8, 22);
    CodedRows coded = coder.code(x, WorkListener.SILENT);
    double error = Hamming.oneToOne(z, coded.z());
    assertTrue(error < .03, "" + error);
    Codes on = coder.soft(x, coded, WorkListener.SILENT);
    for (int i = 0; i < 400; i++) {
      for (int k = 0; k < 4; k++) {
        assertEquals(coded.z().get(i, k), on.weight(i, k) > .5);
      }
    }
    Matrix missing = x.selectRows(CounterRandom.permutation(1, 400));
    missing.set(3, 2, Float.NaN);
    assertThrows(DataException.class, () -> coder.code(missing, WorkListener.SILENT));
  }

  /** Without an error there is nothing to improve, and no noise to divide by. */
  @Tag("whole")
  @Test
  void rowsWithoutNoiseStayExact() {
    Matrix x = Overcomplete.rows(Z, W, 0, 3);
    LassoResult found = fit(x, ordered(4));
    assertEquals(0, wrong(found.z()));
    assertEquals(Z.rows(), found.toModel().coder(BACKEND, 0).code(x, WorkListener.SILENT).count());
  }

  @Test
  void rowsWithoutAnOrderAreRefused() {
    Matrix shuffled = X.selectRows(CounterRandom.permutation(4, X.rows()));
    OptionException e = assertThrows(OptionException.class, () -> fit(shuffled, ordered(4)));
    assertTrue(String.valueOf(e.getMessage()).contains("von Neumann"), e::getMessage);
  }

  @Test
  void whatDoesNotGoWithAnOrderIsRefused() {
    Variant rows = Variant.PLAIN.withOrder(Variant.RowOrder.ROWS);
    for (Variant other :
        List.of(
            rows.withRobust(true),
            rows.withIntercept(true),
            rows.withNonnegative(true),
            rows.withL1(1))) {
      assertThrows(OptionException.class, () -> fit(X, plain(4).withVariant(other)), other::name);
    }
    assertThrows(OptionException.class, () -> fit(X, ordered(41)));
    Weights weights =
        new Weights(null, IntStream.rangeClosed(1, X.cols()).asDoubleStream().toArray(), false);
    assertThrows(OptionException.class, () -> fit(X, ordered(4), weights));
    Matrix missing = X.selectRows(IntStream.range(0, 900).toArray());
    missing.set(5, 5, Float.NaN);
    assertThrows(DataException.class, () -> fit(missing, ordered(4)));
  }
}
