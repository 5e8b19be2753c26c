package org.latentfeature.bench.suite;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.bench.machine.Machine;

/**
 * The machine, the backend and the versions with which measurements were taken.
 *
 * @param processor its name
 * @param processors how many this process may use
 * @param system operating system and architecture
 * @param backend its name
 * @param device what the backend runs on, as it says
 * @param threads CPU threads of the backend
 * @param precision what products might be rounded to, in words
 * @param versions of this software, Java and the backend's libraries
 */
record Setting(
    String processor,
    int processors,
    String system,
    String backend,
    String device,
    int threads,
    String precision,
    Map<String, String> versions) {

  /** Keeps the versions in order. */
  Setting {
    versions = new TreeMap<>(versions);
  }

  static Setting of(Backend backend, Precision precision) {
    BackendInfo info = backend.info();
    Map<String, String> versions = new TreeMap<>(info.versions());
    versions.put("lfm", version());
    versions.put("java", System.getProperty("java.version"));
    return new Setting(
        Machine.processor(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        info.name(),
        info.device(),
        info.threads(),
        precision.description(),
        versions);
  }

  /** Returns the version of the jar; {@code development} for loose classes. */
  private static String version() {
    return Objects.requireNonNullElse(
        Setting.class.getPackage().getImplementationVersion(), "development");
  }

  /** Describes in words all that decides how fast a machine can be, versions aside. */
  String where() {
    return "%d processors %s (%s), backend %s on %s with %d thread%s in %s"
        .formatted(
            processors,
            processor,
            system,
            backend,
            device,
            threads,
            threads == 1 ? "" : "s",
            precision);
  }
}
