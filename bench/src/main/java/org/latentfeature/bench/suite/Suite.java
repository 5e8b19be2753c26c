package org.latentfeature.bench.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Resources;
import org.latentfeature.bench.step.CountedWork;
import org.latentfeature.bench.step.ProblemSize;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs one benchmark after the other through JMH, each in a Java machine of its own with the
 * options of this one.
 */
final class Suite {

  /** JMH gives an iteration ten minutes, and some fits of {@code --full} take longer. */
  private static final long MOST_HOURS = 3;

  private final String backend;
  private final Resources resources;

  /** Benchmarks of one backend. */
  Suite(String backend, Resources resources) {
    this.backend = backend;
    this.resources = resources;
  }

  /**
   * One benchmark to run.
   *
   * @param kind the step
   * @param size of the problem
   * @param effort to spend
   */
  record Part(StepKind kind, ProblemSize size, Effort effort) {

    String name() {
      return kind.word() + " " + size.text();
    }
  }

  /** A benchmark that came to nothing. */
  static final class FailedException extends Exception {

    private static final long serialVersionUID = 1L;

    FailedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Measures one part.
   *
   * @throws FailedException with the end of what JMH said
   */
  Measurement measure(Part part) throws FailedException {
    try {
      Path log = Files.createTempFile("lfm-bench", ".log");
      log.toFile().deleteOnExit(); // a run that is stopped comes to no finally
      try {
        Collection<RunResult> results = new Runner(options(part, log)).run();
        return measurement(part, results.iterator().next());
      } catch (RunnerException e) {
        throw new FailedException(reason(log, e), e);
      } finally {
        Files.delete(log);
      }
    } catch (IOException e) {
      throw new FailedException(
          "JMH's log cannot be kept in %s: %s; name another folder for temporary files with LFM_JAVA_OPTS=-Djava.io.tmpdir=FOLDER"
              .formatted(System.getProperty("java.io.tmpdir"), e),
          e);
    }
  }

  private Options options(Part part, Path log) {
    Effort effort = part.effort();
    TimeValue length = TimeValue.milliseconds(effort.millis());
    return new OptionsBuilder()
        .include("^" + Pattern.quote(part.kind().benchmark().getName()) + "\\.")
        .param("backend", backend)
        .param("threads", Integer.toString(resources.threads()))
        .param("device", Integer.toString(resources.device()))
        .param("precision", resources.precision().name())
        .param("problem", part.size().text())
        .forks(1)
        .warmupIterations(effort.warmUps())
        .warmupTime(length)
        .measurementIterations(effort.iterations())
        .measurementTime(length)
        .timeout(new TimeValue(MOST_HOURS, TimeUnit.HOURS))
        .shouldFailOnError(true)
        .output(log.toString())
        .build();
  }

  private static Measurement measurement(Part part, RunResult result) {
    List<IterationResult> iterations =
        result.getBenchmarkResults().stream()
            .flatMap(fork -> fork.getIterationResults().stream())
            .toList();
    CountedWork work =
        new CountedWork(
            median(iterations, "singleFlops"),
            median(iterations, "doubleFlops"),
            median(iterations, "bytes"));
    double single = median(iterations, "singleRate");
    @Nullable MeasuredLimits limits =
        Double.isNaN(single)
            ? null
            : new MeasuredLimits(
                single, median(iterations, "doubleRate"), median(iterations, "byteRate"));
    return new Measurement(
        part.kind().word(),
        part.size().text(),
        iterations.stream().map(i -> i.getPrimaryResult().getScore()).toList(),
        work,
        median(iterations, "cores"),
        limits);
  }

  private static double median(List<IterationResult> iterations, String name) {
    return Measurement.median(
        iterations.stream()
            .mapToDouble(
                i -> {
                  var result = i.getSecondaryResults().get(name);
                  if (result == null) {
                    throw new IllegalStateException("JMH counted no " + name);
                  }
                  return result.getScore();
                })
            .toArray());
  }

  /** The exception that ended the benchmark, in JMH's log; else what JMH says of it. */
  private static String reason(Path log, RunnerException e) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> THROWN.matcher(line).find())
        .reduce((first, second) -> second)
        .map(line -> OWN.matcher(line).replaceFirst(""))
        .orElse(String.valueOf(e.getMessage()));
  }

  /** The engine's messages speak for themselves; those of Java need their exception's name. */
  private static final Pattern OWN =
      Pattern.compile("^(Caused by: )?org\\.latentfeature\\.[\\w.$]+: ");

  private static final Pattern THROWN =
      Pattern.compile("^(Caused by: )?[\\w.$]+(Exception|Error)\\b");
}
