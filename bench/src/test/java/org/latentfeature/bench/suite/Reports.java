package org.latentfeature.bench.suite;

import java.util.List;
import java.util.Map;
import org.latentfeature.bench.step.CountedWork;

/** Reports with figures that are easy to check. */
final class Reports {

  private Reports() {}

  static final Setting SETTING =
      new Setting(
          "Processor X",
          4,
          "Linux amd64",
          "openblas",
          "Core Y",
          2,
          "single precision",
          Map.of("lfm", "1", "java", "17", "openblas", "0.3"));

  static Setting threads(int threads) {
    return new Setting(
        SETTING.processor(),
        SETTING.processors(),
        SETTING.system(),
        SETTING.backend(),
        SETTING.device(),
        threads,
        SETTING.precision(),
        SETTING.versions());
  }

  /** 1 GFLOP and 2 GB at limits of 4 GFLOP/s and 4 GB/s: half a second, by memory. */
  static Measurement measurement(String step, Double... seconds) {
    return new Measurement(
        step,
        "100x50x4",
        List.of(seconds),
        new CountedWork(1e9, 0, 2e9),
        2.0,
        new MeasuredLimits(4e9, 2e9, 4e9));
  }

  static Report report(Measurement... measurements) {
    return new Report("2026-01-02T03:04:05Z", SETTING, 0.25, 1.5, List.of(measurements));
  }
}
