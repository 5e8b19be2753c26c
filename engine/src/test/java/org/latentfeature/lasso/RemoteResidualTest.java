package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.RemoteRows;
import org.latentfeature.data.RowSum;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.relaxation.AtomBound;

/** The residual and the bound of rows elsewhere are those of rows in memory. */
final class RemoteResidualTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(1300, 9, 4, .5, 3);
  private static final BinaryMatrix Z = PROBLEM.z().select(new int[] {0, 2});

  /** Rows of a matrix in parts, which get what is asked as other machines would. */
  private static final class Elsewhere extends RemoteRows {

    private final Matrix x;
    private final int parts;
    private int walks;

    Elsewhere(Matrix x, int parts) {
      this.x = x;
      this.parts = parts;
    }

    @Override
    public double[] sum(StopSignal stop, BinaryMatrix z, RowSum asked) {
      double[] all = new double[asked.size()];
      for (int p = 0; p < parts; p++) {
        RowSum sent = sent(asked);
        double[] some = new double[sent.size()];
        RowSum.Adding adding = sent.begin(x.cols(), Algebra.JAVA);
        float[] row = new float[x.cols()];
        for (int i = rows() * p / parts; i < rows() * (p + 1) / parts; i++) {
          x.getRow(i, row);
          adding.add(row, z.columnsOf(i), some);
        }
        adding.end(some);
        Arrays.setAll(all, i -> all[i] + some[i]);
      }
      return all;
    }

    private static RowSum sent(RowSum sum) {
      try {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
          out.writeObject(sum);
        }
        try (ObjectInputStream in =
            new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
          return (RowSum) in.readObject();
        }
      } catch (IOException | ClassNotFoundException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public int rows() {
      return x.rows();
    }

    @Override
    public int cols() {
      return x.cols();
    }

    @Override
    public DataFacts facts() {
      return x.facts();
    }

    @Override
    public String hash() {
      return x.hash();
    }

    @Override
    public Rows selectRows(int[] kept) {
      return x.selectRows(kept);
    }

    @Override
    public void forEach(StopSignal stop, Visitor visitor) {
      walks++;
      visitor.visit(0, x);
    }
  }

  private static Dense dictionary(Dense cross) {
    Dense v = cross.copy();
    Arrays.setAll(v.values(), i -> cross.values()[i] / 700);
    return v;
  }

  private static ExactResidual residual(Rows x) {
    return ExactResidual.of(x, Z, RemoteResidualTest::dictionary, StopSignal.NEVER);
  }

  private static AtomBound bound(ExactResidual residual, Dense sums) {
    return AtomBound.of(residual.a(), sums, Algebra.JAVA, StopSignal.NEVER);
  }

  @Test
  void sumsOverPartsAreThoseOfOneWalk() {
    ExactResidual expected = residual(PROBLEM.x());
    Dense sums = new Dense(6, 9);
    Arrays.setAll(sums.values(), i -> CounterRandom.normal(4, i, 0));
    AtomBound least = bound(expected, sums);
    AtomBound lengths = bound(expected, new Dense(6, 9));
    for (int parts : new int[] {1, 3, 40}) {
      Elsewhere rows = new Elsewhere(PROBLEM.x(), parts);
      ExactResidual found = residual(rows);
      assertEquals(expected.objective(.3), found.objective(.3), 1e-12 * expected.error());
      assertEquals(expected.dual().value(1), found.dual().value(1), 1e-9);
      double score = expected.score(PROBLEM.z().column(1), StopSignal.NEVER);
      assertEquals(score, found.score(PROBLEM.z().column(1), StopSignal.NEVER), 1e-9 * score);
      AtomBound bound = bound(found, sums);
      assertEquals(least.squared(), bound.squared(), 1e-6 * least.squared());
      assertEquals(least.relaxed(), bound.relaxed(), 1e-9 * least.relaxed());
      assertEquals(0, bound.failure());
      double without = bound(found, new Dense(6, 9)).squared();
      assertEquals(lengths.squared(), without, 1e-6 * without);
      assertEquals(0, rows.walks, "all rows were read in one place");
      double far = AtomBound.ofLengths(found.a(), StopSignal.NEVER).squared();
      assertTrue(far >= bound.squared());
      assertEquals(AtomBound.ofLengths(expected.a(), StopSignal.NEVER).squared(), far);
      assertEquals(1, rows.walks);
    }
  }

  @Test
  void backendsThatDoNotReachThemSaySo() {
    Elsewhere rows = new Elsewhere(PROBLEM.x(), 2);
    assertTrue(message(rows::matrix).contains("1,300 × 9 on other machines, but this needs"));
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1))) {
      LatentFeatureLasso lasso = new LatentFeatureLasso(backend, LassoOptions.of(2));
      assertTrue(message(() -> lasso.fit(rows)).contains("java does not reach rows on other"));
    }
  }

  private static String message(Executable work) {
    return String.valueOf(assertThrows(DataException.class, work).getMessage());
  }

  @Test
  void withoutColumnsTheResidualIsX() {
    BinaryMatrix none = BinaryMatrix.empty(1300);
    ExactResidual found =
        ExactResidual.of(new Elsewhere(PROBLEM.x(), 2), none, cross -> cross, StopSignal.NEVER);
    double squares = PROBLEM.x().facts().squaredNorm();
    assertEquals(squares, found.error(), 1e-12 * squares);
    assertEquals(0, found.norms());
  }
}
