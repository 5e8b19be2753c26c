package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Probe;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lfm backends}: the doctor. */
@Command(
    name = "backends",
    description = {
      "Show which backends can run here.",
      "For each: what it runs on, or every reason why it cannot; and which one 'auto' takes."
    },
    footer = {"", "Example:", "  lfm backends --json"})
final class BackendsCommand implements Callable<Integer> {

  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() {
    List<Map<String, Object>> found = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    String auto = null;
    // Highest preference first, so the first that can run is the one auto takes.
    for (BackendProvider provider : Backends.providers()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", provider.name());
      Probe probe = provider.probe();
      entry.put("available", probe.isAvailable());
      if (probe.isAvailable()) {
        boolean chosen = auto == null;
        auto = chosen ? provider.name() : auto;
        lines.add(provider.name() + ": available" + (chosen ? " (auto takes it)" : ""));
        describe(provider, probe, entry, lines);
      } else {
        entry.put("reasons", probe.reasons());
        lines.add(provider.name() + ": cannot run here");
        probe.reasons().forEach(reason -> lines.add("  because   " + reason));
      }
      found.add(entry);
    }
    if (reporting.json) {
      reporting.answer(new Answer().with("auto", auto).with("backends", found));
    } else {
      reporting.print(String.join(System.lineSeparator(), lines));
    }
    return auto == null ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  private static void describe(
      BackendProvider provider, Probe probe, Map<String, Object> entry, List<String> lines) {
    try (Backend backend = provider.open(0)) {
      BackendInfo info = backend.info();
      Map<String, String> versions = new TreeMap<>(info.versions());
      entry.put("device", probe.device());
      entry.put("threads", info.threads());
      entry.put("memory_available_bytes", backend.bytesAvailable());
      entry.put("versions", versions);
      lines.add("  device    " + probe.device());
      lines.add("  threads   " + info.threads());
      lines.add("  memory    %,d MiB available".formatted(backend.bytesAvailable() >> 20));
      versions.forEach((name, version) -> lines.add("  version   " + name + " " + version));
    }
  }
}
