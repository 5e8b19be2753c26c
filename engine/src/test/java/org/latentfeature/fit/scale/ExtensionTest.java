package org.latentfeature.fit.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.scale.Extension.Visit;
import org.latentfeature.step.WorstRows.RowError;

/** All rows coded for a dictionary, wherever they are. */
final class ExtensionTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(1009, 13, 11, .4, 5);

  private record Found(Visit first, Visit second, BinaryMatrix z) {}

  private static Found extend(Rows x) {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, x);
        Extension all =
            new Extension(
                new LoadedRows(data).open(11, StopSignal.NEVER), LeastSquares.FREE, 7, 3)) {
      Dense rough = PROBLEM.w().copy();
      for (int i = 0; i < rough.values().length; i++) {
        rough.values()[i] *= 1 + .2 * Math.sin(i);
      }
      Visit first = all.first(rough);
      return new Found(first, all.again(first.w()), all.codes());
    }
  }

  /** Blocks of 64, 128 and 4096 rows: the last is all of them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 128 * 13 * Float.BYTES, 4096 * 13 * Float.BYTES})
  void blocksOfAFileAreAsGoodAsAllRows(long blockBytes) {
    Found whole = extend(PROBLEM.x());
    FileRows file = new FileRows(new MatrixBlocks(PROBLEM.x()), blockBytes, WorkListener.SILENT);
    Found blocks = extend(file);
    assertEquals(3, file.passes(), "one pass for the facts, and one for each visit");
    assertEquals(3L * PROBLEM.x().bytes(), file.bytesRead());
    assertEquals(whole.z(), blocks.z());
    for (List<Visit> pair :
        List.of(List.of(whole.first(), blocks.first()), List.of(whole.second(), blocks.second()))) {
      Visit expected = pair.get(0);
      Visit found = pair.get(1);
      assertArrayEquals(
          expected.sums().products().gram().values(), found.sums().products().gram().values());
      assertArrayEquals(
          expected.sums().products().cross().values(),
          found.sums().products().cross().values(),
          1e-10 * PROBLEM.x().facts().squaredNorm());
      double error = expected.sums().squaredError();
      assertEquals(error, found.sums().squaredError(), 1e-10 * error);
      assertEquals(
          expected.sums().worst().rows().stream().map(RowError::row).toList(),
          found.sums().worst().rows().stream().map(RowError::row).toList());
      assertEquals(expected.sums().changed(), found.sums().changed());
    }
  }

  /** More features than are searched exactly, so that starts are drawn. */
  @Test
  void aSeedGivesTheCodesOfACoderWithThatSeed() {
    SyntheticProblem many = SyntheticProblem.dense(80, 30, 60, 1, 7);
    Set<BinaryMatrix> all = new HashSet<>();
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, many.x())) {
      for (long seed = 3; seed < 6; seed++) {
        try (Extension extension =
            new Extension(
                new LoadedRows(data).open(60, StopSignal.NEVER), LeastSquares.FREE, 7, seed)) {
          extension.first(many.w());
          assertEquals(
              FactorCoder.code(backend, many.x(), many.w(), 1, seed).codes().z(),
              extension.codes());
          all.add(extension.codes());
        }
      }
    }
    assertTrue(all.size() > 1, "which the seed decides");
  }

  @Test
  void theErrorIsThatOfTheNewDictionary() {
    Found found = extend(PROBLEM.x());
    double rmse = Rmse.noisy(PROBLEM.x(), found.z(), found.second().w());
    assertEquals(
        rmse * rmse * PROBLEM.x().size(),
        found.second().squaredError(),
        1e-5 * found.second().squaredError());
  }
}
