package org.latentfeature.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Opened;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.RowCoding;

/** Every step over partitions gives what it gives on one machine. */
final class ClusterRowsTest {

  private static final SparkSession SPARK = Sessions.of("local[2]");
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(331, 9, 4, .4, 2);
  private static final BinaryMatrix Z = PROBLEM.z().select(new int[] {0, 2, 3});
  private static final Dense W = PROBLEM.w().selectRows(new int[] {0, 2, 3});

  @AfterAll
  static void close() {
    SPARK.stop();
  }

  /** Steps on rows somewhere. */
  private record Steps(
      ResidentRows rows,
      Incidence z,
      Factorisation factorisation,
      AtomSearch search,
      Moments moments) {

    static Steps open(ResidentRows rows, Opened opened) {
      Incidence z = opened.open(new Incidence.Limits(8));
      z.replace(Z);
      AtomSearch search = opened.open(new AtomSearch.Limits(8, 6, 8, 16));
      search.residual(z, W);
      return new Steps(
          rows,
          z,
          opened.open(new Factorisation.Limits(8)),
          search,
          opened.open(new Moments.Limits()));
    }
  }

  /** What the steps of one machine, and those over partitions, come to. */
  @FunctionalInterface
  private interface Question {
    List<double[]> ask(Steps steps);
  }

  private static List<double[]> answers(LoadedData data, Question question) {
    ResidentRows rows = data.rows(List.of(), StopSignal.NEVER);
    try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
      return question.ask(Steps.open(rows, opened));
    }
  }

  /** From 64 partitions on executors add messages up in groups. */
  @ParameterizedTest
  @ValueSource(ints = {3, 65})
  void stepsAreThoseOfOneMachine(int partitions) {
    Question question = ClusterRowsTest::everything;
    Dataset<Row> dataset = Sessions.rows(SPARK, PROBLEM.x(), partitions);
    try (Backend java = Backends.open("java", 1).backend();
        LoadedData one = new LoadedData(java, PROBLEM.x());
        PartitionedRows rows =
            new PartitionedRows(
                dataset,
                VectorColumn.of(dataset.schema(), "features"),
                "java",
                4,
                0,
                new PartitionedRows.Allowed(true, false))) {
      ClusterRounds rounds = new ClusterRounds(rows);
      ClusterData all = new ClusterData(rounds);
      try (Backend cluster = new ClusterBackend(java, rounds);
          LoadedData many = new LoadedData(cluster, all)) {
        List<double[]> expected = answers(one, question);
        List<double[]> found = answers(many, question);
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < expected.size(); i++) {
          assertArrayEquals(expected.get(i), found.get(i), 1e-7 * largest(expected.get(i)), "" + i);
        }
        DataFacts facts = all.facts();
        assertEquals(PROBLEM.x().facts().squaredNorm(), facts.squaredNorm(), 1e-6);
        assertEquals(PROBLEM.x().facts().zeroColumns(), facts.zeroColumns());
        assertEquals(0, facts.missing());
        List<Integer> seen = new ArrayList<>();
        all.forEach(StopSignal.NEVER, (from, block) -> seen.add(from + block.rows()));
        assertEquals(331, seen.get(seen.size() - 1));
        assertThrows(
            UnsupportedOperationException.class,
            () -> many.rows(List.of(), StopSignal.NEVER).open(new PathCoder.Limits(2)));
      }
    }
  }

  private static double largest(double[] values) {
    return 1 + Arrays.stream(values).map(Math::abs).max().orElse(0);
  }

  private static List<double[]> everything(Steps on) {
    List<double[]> all = new ArrayList<>();
    all.add(on.factorisation.products(on.z, 0).gram().values());
    all.add(on.factorisation.products(on.z, 1).cross().values());
    all.add(new double[] {on.factorisation.squaredError(on.z, W), on.search.squaredNorm()});
    all.add(on.factorisation.rowErrors(on.z, W));
    all.add(on.moments.columnGram().values());
    all.add(on.rows.copy(new int[] {330, 0, 77, 0}).toDense().values());
    Dense s = new Dense(5, 9);
    Arrays.setAll(s.values(), i -> CounterRandom.normal(3, i, 0));
    all.add(on.search.powerStep(s).values());
    all.add(on.search.products(on.z).values());
    BitVector given = PROBLEM.z().column(1);
    all.add(on.search.sums(List.of(given, BitVector.ones(331))).values());
    on.search.candidates().near(s.selectRows(new int[] {0, 3}));
    on.search.candidates().sum();
    all.add(on.search.candidates().scores());
    all.add(bits(BinaryMatrix.ofColumns(331, on.search.candidates().atoms())));
    on.z.append(List.of(given));
    on.z.retain(new int[] {3, 1, 0});
    Dense w = PROBLEM.w().selectRows(new int[] {1, 2, 0});
    all.add(new double[] {on.factorisation.refine(on.z, w, 8)});
    all.add(bits(on.z.toMatrix()));
    all.add(new double[] {on.factorisation.encode(on.z, w, RowCoding.encoding(0, 2, 5, 0))});
    all.add(bits(on.z.toMatrix()));
    on.z.replace(BinaryMatrix.empty(331));
    all.add(new double[] {on.factorisation.squaredError(on.z, new Dense(0, 9))});
    return all;
  }

  private static double[] bits(BinaryMatrix z) {
    double[] bits = new double[z.rows() * z.cols()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = z.get(i % z.rows(), i / z.rows()) ? 1 : 0;
    }
    return bits;
  }

  /** A block's codes begin anywhere in a word. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 200})
  void rowsOfCodesAreCut(int from) {
    BlockCodes codes = new BlockCodes(Z);
    for (int count : new int[] {1, 63, 64, 65, 331 - from}) {
      List<BitVector> expected =
          Z.columns().stream().map(column -> column.slice(from, from + count)).toList();
      assertEquals(BinaryMatrix.ofColumns(count, expected), codes.rows(from, count));
    }
  }
}
