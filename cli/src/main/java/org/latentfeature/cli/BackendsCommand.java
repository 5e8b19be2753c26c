package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendException;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Device;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Reporting;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lfm backends}: the doctor. */
@Command(
    name = "backends",
    description = {
      "List the backends that can run on this machine.",
      "For each: its device, threads and memory, or every reason why it cannot run; the "
          + "GPUs with the numbers that --device takes; and which backend 'auto' selects."
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
      entry.put("available", false);
      Probe probe = provider.probe();
      List<String> described = new ArrayList<>();
      List<String> reasons = probe.reasons();
      if (probe.isAvailable()) {
        try {
          described = describe(provider, probe, entry);
        } catch (BackendException e) {
          reasons = List.of(String.valueOf(e.getMessage()));
        }
      }
      boolean available = reasons.isEmpty();
      boolean chosen = available && auto == null;
      auto = chosen ? provider.name() : auto;
      entry.put("available", available);
      if (available) {
        lines.add(provider.name() + ": available" + (chosen ? " (selected by auto)" : ""));
      } else {
        entry.put("reasons", reasons);
        lines.add(provider.name() + ": cannot run here");
        reasons.forEach(reason -> lines.add("  reason    " + reason));
      }
      lines.addAll(described);
      list(probe.devices(), entry, lines);
      found.add(entry);
    }
    if (reporting.json) {
      reporting.answer(new Answer().with("auto", auto).with("backends", found));
    } else {
      reporting.print(String.join(System.lineSeparator(), lines));
    }
    return auto == null ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  private static List<String> describe(
      BackendProvider provider, Probe probe, Map<String, Object> entry) {
    try (Backend backend = provider.open(Resources.DEFAULT)) {
      BackendInfo info = backend.info();
      long memory = backend.bytesAvailable();
      Map<String, String> versions = new TreeMap<>(info.versions());
      entry.put("device", probe.summary());
      entry.put("threads", info.threads());
      entry.put("memory_available_bytes", memory);
      entry.put("versions", versions);
      List<String> lines = new ArrayList<>();
      lines.add("  device    " + probe.summary());
      lines.add("  threads   " + info.threads());
      lines.add("  memory    %,d MiB available".formatted(memory >> 20));
      versions.forEach((name, version) -> lines.add("  version   " + name + " " + version));
      return lines;
    }
  }

  /** The devices that --device chooses among; also of a backend that cannot run, to show why. */
  private static void list(List<Device> devices, Map<String, Object> entry, List<String> lines) {
    if (devices.isEmpty()) {
      return;
    }
    List<Map<String, Object>> found = new ArrayList<>();
    for (Device device : devices) {
      lines.add("  --device %-2d %s".formatted(found.size(), device.line()));
      Map<String, Object> listed = new LinkedHashMap<>();
      listed.put("number", found.size());
      listed.put("name", device.name());
      listed.put("memory_bytes", device.memory());
      listed.put("properties", device.properties());
      found.add(listed);
    }
    entry.put("devices", found);
  }
}
