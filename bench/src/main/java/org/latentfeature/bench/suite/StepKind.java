package org.latentfeature.bench.suite;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.latentfeature.bench.step.AtomBenchmark;
import org.latentfeature.bench.step.CorrectiveBenchmark;
import org.latentfeature.bench.step.DenoiseBenchmark;
import org.latentfeature.bench.step.ExpectationBenchmark;
import org.latentfeature.bench.step.FitBenchmark;
import org.latentfeature.bench.step.PathsBenchmark;
import org.latentfeature.bench.step.PolishBenchmark;
import org.latentfeature.bench.step.RefineBenchmark;
import org.latentfeature.bench.step.ResidualBenchmark;
import org.latentfeature.bench.step.StepBenchmark;
import org.latentfeature.bench.step.SweepBenchmark;
import org.latentfeature.bench.step.TransformBenchmark;
import org.latentfeature.bench.step.WeighBenchmark;

/** The steps that are measured, in the order of the table. */
enum StepKind {
  /** Ten sweeps. */
  SWEEP("sweep", SweepBenchmark.class),
  /** A search for atoms. */
  ATOM("atom", AtomBenchmark.class),
  /** Flips. */
  POLISH("polish", PolishBenchmark.class),
  /** The weights. */
  CORRECTIVE("corrective", CorrectiveBenchmark.class),
  /** Codes from codes that are nearly right. */
  REFINE("refine", RefineBenchmark.class),
  /** A = X − Z V. */
  RESIDUAL("residual", ResidualBenchmark.class),
  /** Codes afresh. */
  TRANSFORM("transform", TransformBenchmark.class),
  /** Paths. */
  PATHS("paths", PathsBenchmark.class),
  /** The expected sums over paths. */
  EXPECTATION("expectation", ExpectationBenchmark.class),
  /** Weighed sums of rows by their projections, as in a search for columns. */
  WEIGH("weigh", WeighBenchmark.class),
  /** A picture, as a whole. */
  DENOISE("denoise", DenoiseBenchmark.class),
  /** All of it. */
  FIT("fit", FitBenchmark.class);

  private final String word;
  private final Class<? extends StepBenchmark> benchmark;

  StepKind(String word, Class<? extends StepBenchmark> benchmark) {
    this.word = word;
    this.benchmark = benchmark;
  }

  /** The name that users know it by. */
  String word() {
    return word;
  }

  Class<? extends StepBenchmark> benchmark() {
    return benchmark;
  }

  /**
   * The step of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static StepKind of(String word) {
    return Arrays.stream(values())
        .filter(kind -> kind.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no step named '%s'; there are: %s"
                        .formatted(
                            word,
                            Arrays.stream(values())
                                .map(StepKind::word)
                                .collect(Collectors.joining(", ")))));
  }
}
