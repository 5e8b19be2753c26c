package org.latentfeature.bench.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run of the suite against a former one on the same machine. */
final class FormerRun {

  private final Report former;

  /**
   * Compares with {@code former}.
   *
   * @param file where it is kept
   * @throws IllegalArgumentException if it ran on another machine, backend, device or number of
   *     threads than {@code now} says, with what differs
   */
  FormerRun(Path file, Report former, Setting now) {
    this.former = former;
    Setting then = former.setting();
    List<String> differences = new ArrayList<>();
    differ(differences, "processor", then.processor(), now.processor());
    differ(differences, "processors", then.processors(), now.processors());
    differ(differences, "system", then.system(), now.system());
    differ(differences, "backend", then.backend(), now.backend());
    differ(differences, "device", then.device(), now.device());
    differ(differences, "threads", then.threads(), now.threads());
    differ(differences, "precision", then.precision(), now.precision());
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "the former run in %s cannot be compared: its %s; measure both alike, or leave it out of --compare"
              .formatted(file, String.join(", its ", differences)));
    }
  }

  private static void differ(List<String> differences, String what, Object then, Object now) {
    if (!then.equals(now)) {
      differences.add("%s was %s and is %s now".formatted(what, then, now));
    }
  }

  Report former() {
    return former;
  }

  /** The former measurement of the same step and problem, if there was one. */
  @Nullable Measurement formerly(Measurement now) {
    return former.measurements().stream()
        .filter(m -> m.step().equals(now.step()) && m.problem().equals(now.problem()))
        .findFirst()
        .orElse(null);
  }

  /** How many times as fast as formerly; above 1 is faster. */
  static double ratio(Measurement then, Measurement now) {
    return then.median() / now.median();
  }

  /** Returns whether the iterations of both overlap, so that the ratio may be chance. */
  static boolean isWithinNoise(Measurement then, Measurement now) {
    return then.least() <= now.most() && now.least() <= then.most();
  }
}
