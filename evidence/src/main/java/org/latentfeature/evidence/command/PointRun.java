package org.latentfeature.evidence.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Stopwatch;
import org.latentfeature.data.DataException;
import org.latentfeature.evidence.Measured;
import org.latentfeature.evidence.TimeLeft;
import org.latentfeature.fit.FitListener;

/**
 * Measures the points of an experiment one after another; those of an earlier run are not measured
 * again, and each is written as soon as it is there.
 *
 * @param <S> what is asked at a point
 * @param <P> a point
 */
final class PointRun<S, P extends Record & Measured<S>> {

  private final @Nullable Path file;
  private final Reporting reporting;
  private final Function<S, String> words;
  private final ToDoubleFunction<S> expected;
  private final PointTable<S, P> earlier;
  private final PointTable<S, P> done;
  private final TrialProgress progress;

  /** Measures a point. */
  @FunctionalInterface
  interface Measure<S, P> {
    /** The point; nothing if the listener stopped it. */
    Optional<P> of(S setting, FitListener listener) throws IOException;
  }

  /**
   * Reads what an earlier run left in {@code file}.
   *
   * @param words that tell of a setting
   * @param expected seconds of a setting
   */
  PointRun(
      RecordColumns<P> columns,
      @Nullable Path file,
      Reporting reporting,
      Function<S, String> words,
      ToDoubleFunction<S> expected)
      throws IOException {
    this.file = file;
    this.reporting = reporting;
    this.words = words;
    this.expected = expected;
    earlier = PointTable.read(columns, file);
    done = new PointTable<>(columns);
    progress = new TrialProgress(reporting);
  }

  /** Returns the points of this run that are measured so far. */
  PointTable<S, P> done() {
    return done;
  }

  /** Returns what shows the work within a point. */
  TrialProgress progress() {
    return progress;
  }

  /** Measures all {@code settings}, or those before the user interrupts. */
  void run(
      List<S> settings,
      Interruption interruption,
      Measure<S, P> measure,
      Function<P, @Nullable String> note)
      throws IOException {
    double all = 0;
    for (S setting : settings) {
      all += earlier.get(setting) == null ? expected.applyAsDouble(setting) : 0;
    }
    TimeLeft left = new TimeLeft(all);
    for (S setting : settings) {
      P known = earlier.get(setting);
      if (known != null) {
        done.add(known);
        continue;
      }
      Stopwatch watch = Stopwatch.start();
      progress.at(done.points().size() + 1, settings.size(), words.apply(setting), left.seconds());
      Optional<P> point = point(setting, measure, progress.until(interruption));
      if (point.isEmpty() || interruption.isRequested()) {
        return; // This one was cut short; its figures are no one's.
      }
      done.add(point.get());
      left.done(expected.applyAsDouble(setting), watch.seconds());
      String line = note.apply(point.get());
      if (line != null) {
        reporting.note(line);
      }
      done.write(file, earlier);
    }
  }

  private Optional<P> point(S setting, Measure<S, P> measure, FitListener listener)
      throws IOException {
    try {
      return measure.of(setting, listener);
    } catch (IllegalArgumentException | DataException e) {
      throw new Failure(words.apply(setting) + ": " + e.getMessage(), e);
    }
  }
}
