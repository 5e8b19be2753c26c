package org.latentfeature.cli;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Probe;
import org.latentfeature.cli.console.Version;
import picocli.CommandLine.IVersionProvider;

/**
 * Prints the version of the software, of the Java machine and of the backends for {@code lfm
 * --version}.
 */
final class VersionLines implements IVersionProvider {

  @Override
  public String[] getVersion() {
    List<String> lines = new ArrayList<>();
    lines.add(Version.software());
    lines.add(
        line(
            "JVM",
            "%s %s (%s)"
                .formatted(
                    System.getProperty("java.vm.name"),
                    System.getProperty("java.version"),
                    System.getProperty("java.vendor"))));
    lines.add(
        line(
            "OS",
            "%s %s, %s"
                .formatted(
                    System.getProperty("os.name"),
                    System.getProperty("os.version"),
                    System.getProperty("os.arch"))));
    for (BackendProvider provider : Backends.providers()) {
      Probe probe = provider.probe();
      lines.add(
          line(
              provider.name(),
              probe.isAvailable() ? probe.summary() : "not available: " + probe.mainReason()));
    }
    return lines.toArray(String[]::new);
  }

  private static String line(String name, String value) {
    return "%-10s %s".formatted(name, value);
  }
}
