package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.contract.Problems.Problem;
import org.latentfeature.backend.contract.Problems.Shape;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Projections;

/** Projections against their definitions. */
public abstract class ProjectionsContract extends BackendContract {

  private static final int DIRECTIONS = 12;

  /** See {@link BackendContract}. */
  protected ProjectionsContract(BackendProvider provider) {
    super(provider);
  }

  private static Stream<Contrast> contrasts() {
    return Stream.of(
        Contrast.sign(),
        Contrast.unit(2),
        Contrast.unit(3),
        Contrast.SQUARE,
        Contrast.CUBE,
        Contrast.SQUARE_AND_CUBE);
  }

  private interface Question<T> {
    T of(Projections projections);
  }

  private <T> T ask(Matrix x, Question<T> question) {
    Projections.Limits limits = new Projections.Limits(DIRECTIONS, 2 * DIRECTIONS);
    try (CheckedRows rows = CheckedRows.load(backend, x, List.of(limits), StopSignal.NEVER);
        Projections projections = rows.open(limits)) {
      return question.of(projections);
    }
  }

  /** In double precision, row by row. */
  private static double[] products(Matrix x, Dense directions, int row) {
    double[] t = new double[directions.rows()];
    for (int m = 0; m < t.length; m++) {
      for (int j = 0; j < x.cols(); j++) {
        t[m] += directions.get(m, j) * x.get(row, j);
      }
    }
    return t;
  }

  private static double weight(Contrast contrast, double[] t, int m) {
    int blocks = t.length / contrast.rank();
    double norm = 0;
    for (int p = 0; p < contrast.rank(); p++) {
      norm = Math.hypot(norm, t[p * blocks + m % blocks]);
    }
    double v = t[m % t.length];
    return switch (contrast.kind()) {
      case UNIT -> v / norm;
      case SQUARE -> Math.pow(v, 2);
      case CUBE -> Math.pow(v, 3);
      case SQUARE_AND_CUBE -> Math.pow(v, m < t.length ? 2 : 3);
    };
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void productsAreInnerProducts(Shape shape) {
    Problem p = shape.problem(51);
    Dense directions = Problems.dense(5, shape.d(), 52);
    Matrix found = ask(p.x(), projections -> projections.project(directions));
    assertEquals(shape.n(), found.rows());
    assertEquals(5, found.cols());
    for (int i = 0; i < shape.n(); i++) {
      double[] expected = products(p.x(), directions, i);
      double[] row = new double[5];
      for (int m = 0; m < 5; m++) {
        row[m] = found.get(i, m);
      }
      assertArrayEquals(expected, row, 1e-5 * shape.d());
    }
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void weighedRowsAddUp(Shape shape) {
    Problem p = shape.problem(53);
    Dense directions = Problems.dense(6, shape.d(), 54);
    for (Contrast contrast : contrasts().toList()) {
      int weights = contrast.weights(6);
      Dense expected = new Dense(weights, shape.d());
      Dense sizes = new Dense(weights, shape.d());
      for (int i = 0; i < shape.n(); i++) {
        double[] t = products(p.x(), directions, i);
        for (int m = 0; m < weights; m++) {
          double weight = weight(contrast, t, m);
          for (int j = 0; j < shape.d(); j++) {
            double term = weight * p.x().get(i, j);
            expected.set(m, j, expected.get(m, j) + term);
            sizes.set(m, j, sizes.get(m, j) + Math.abs(term));
          }
        }
      }
      Dense found = ask(p.x(), projections -> projections.weigh(directions, contrast));
      assertEquals(weights, found.rows());
      for (int m = 0; m < weights; m++) {
        for (int j = 0; j < shape.d(); j++) {
          assertEquals(
              expected.get(m, j),
              found.get(m, j),
              1e-4 * sizes.get(m, j) + 1e-6,
              contrast + " of direction " + m + ", column " + j);
        }
      }
    }
  }

  @Test
  void rowsWithoutProductsWeighNothing() {
    Matrix x = Matrix.of(new float[][] {{0, 0}, {3, 4}, {0, 0}});
    Dense onto = Dense.wrap(1, 2, new double[] {2, 0});
    Dense sums = ask(x, projections -> projections.weigh(onto, Contrast.sign()));
    assertArrayEquals(new double[] {3, 4}, sums.values(), 1e-6);
  }

  @Test
  void theSameTwice() {
    Problem p = new Shape(1031, 23, 9).problem(55);
    Dense directions = Problems.dense(6, 23, 56);
    assertArrayEquals(
        ask(p.x(), projections -> projections.weigh(directions, Contrast.unit(2))).values(),
        ask(p.x(), projections -> projections.weigh(directions, Contrast.unit(2))).values());
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Matrix x = new Shape(13, 7, 3).problem(57).x();
    Dense wrong = Problems.dense(2, 6, 58);
    Dense many = Problems.dense(DIRECTIONS + 1, 7, 59);
    Dense odd = Problems.dense(5, 7, 60);
    assertEquals("directions of 6 entries for rows of 7", refused(x, p -> p.project(wrong)));
    assertEquals(
        "13 directions; there must be 1 to 12", refused(x, p -> p.weigh(many, Contrast.SQUARE)));
    assertEquals(
        "5 directions do not divide into blocks of 2",
        refused(x, p -> p.weigh(odd, Contrast.unit(2))));
  }

  @Test
  void soAreMoreWeightsThanThereIsRoomFor() {
    Matrix x = new Shape(13, 7, 3).problem(57).x();
    Projections.Limits limits = new Projections.Limits(2);
    try (CheckedRows rows = CheckedRows.load(backend, x, List.of(limits), StopSignal.NEVER);
        Projections projections = rows.open(limits)) {
      Dense two = Problems.dense(2, 7, 61);
      assertEquals(
          "4 weights of a row; there must be 2 at most",
          String.valueOf(
              assertThrows(
                      IllegalArgumentException.class,
                      () -> projections.weigh(two, Contrast.SQUARE_AND_CUBE))
                  .getMessage()));
    }
  }

  private String refused(Matrix x, Question<?> question) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> ask(x, question)).getMessage());
  }
}
