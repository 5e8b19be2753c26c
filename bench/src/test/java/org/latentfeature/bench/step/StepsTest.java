package org.latentfeature.bench.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.SyntheticProblem;

/** What each step does and counts, without a clock. */
final class StepsTest {

  private static final ProblemSize SIZE = new ProblemSize(150, 40, 4);
  private static final double ENTRIES = 150 * 40;

  static Stream<StepBenchmark> benchmarks() {
    return Stream.of(
        new SweepBenchmark(),
        new AtomBenchmark(),
        new PolishBenchmark(),
        new CorrectiveBenchmark(),
        new RefineBenchmark(),
        new ResidualBenchmark(),
        new TransformBenchmark(),
        new PathsBenchmark(),
        new DenoiseBenchmark(),
        new FitBenchmark());
  }

  private static CountedWork work(MeteredBackend metered, Step step) {
    step.reset();
    CountedWork before = metered.work();
    step.run();
    return metered.work().minus(before);
  }

  private static CountedWork once(StepBenchmark benchmark) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      MeteredBackend metered = new MeteredBackend(backend);
      try (Step step = benchmark.prepare(metered, SIZE.generate())) {
        return work(metered, step);
      }
    }
  }

  /** Else the seconds of one run would not be those of the counted work. */
  @ParameterizedTest
  @MethodSource("benchmarks")
  void everyRunIsTheSameWork(StepBenchmark benchmark) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      MeteredBackend metered = new MeteredBackend(backend);
      try (Step step = benchmark.prepare(metered, SIZE.generate())) {
        CountedWork first = work(metered, step);
        assertTrue(first.singleFlops() + first.doubleFlops() > 0, first::toString);
        CountedWork second = work(metered, step);
        assertEquals(first.singleFlops(), second.singleFlops());
        assertEquals(first.bytes(), second.bytes());
        // A Cholesky factor counts n³/3, which is rounded.
        assertEquals(first.doubleFlops(), second.doubleFlops(), 1e-9 * first.doubleFlops());
      }
    }
  }

  @Test
  void tenSweepsAreAtLeastTenPasses() {
    CountedWork sweeps = once(new SweepBenchmark());
    assertTrue(sweeps.bytes() >= 10 * 4 * ENTRIES, sweeps::toString);
    assertTrue(sweeps.singleFlops() >= 10 * 4 * ENTRIES * 8, sweeps::toString);
  }

  @Test
  void theCorrectiveStepTouchesNoData() {
    CountedWork corrective = once(new CorrectiveBenchmark());
    assertEquals(0, corrective.bytes());
    assertEquals(0, corrective.singleFlops());
    assertTrue(corrective.doubleFlops() >= 2 * 8 * 8 * 8, corrective::toString);
  }

  @Test
  void codesTakeOnePassAndOneProduct() {
    CountedWork codes = new CountedWork(2 * ENTRIES * 4, 0, 4 * ENTRIES);
    assertEquals(codes, once(new TransformBenchmark()));
    assertEquals(codes, once(new RefineBenchmark()));
  }

  @Test
  void pathsTakeOnePassAndTwoProducts() {
    CountedWork paths = new CountedWork(2 * 40 * 4 * (150 + 4), 0, 4 * ENTRIES);
    assertEquals(paths, once(new PathsBenchmark()));
  }

  @Test
  void turnedBitsAreAboutAsManyAsAsked() {
    SyntheticProblem problem = new ProblemSize(2000, 5, 3).generate();
    var turned = TurnedBits.of(problem.z(), 0.05, 1);
    int different = 0;
    for (int i = 0; i < 2000; i++) {
      for (int k = 0; k < 3; k++) {
        different += problem.z().get(i, k) != turned.get(i, k) ? 1 : 0;
      }
    }
    assertTrue(different > 200 && different < 400, different + " of 6000");
  }

  @Test
  void aSizeIsThreeNumbers() {
    assertEquals(new ProblemSize(100, 196, 4), ProblemSize.parse("100x196x4"));
    assertEquals("100x196x4", ProblemSize.parse("100×196×4").text());
    for (String wrong :
        new String[] {"", "1x2", "1x2x3x4", "0x1x1", "10x0x1", "10x5x0", "-9x1x1"}) {
      assertThrows(IllegalArgumentException.class, () -> ProblemSize.parse(wrong), wrong);
    }
  }
}
