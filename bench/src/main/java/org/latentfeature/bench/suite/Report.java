package org.latentfeature.bench.suite;

import java.util.List;

/**
 * One run of the suite, as it is kept in a file.
 *
 * @param started when, as ISO 8601 has it
 * @param setting what it ran on
 * @param loadBefore the machine's load average before
 * @param loadAfter and after
 * @param measurements in the order of the table
 */
record Report(
    String started,
    Setting setting,
    double loadBefore,
    double loadAfter,
    List<Measurement> measurements) {

  /** Keeps an unmodifiable copy. */
  Report {
    measurements = List.copyOf(measurements);
  }
}
