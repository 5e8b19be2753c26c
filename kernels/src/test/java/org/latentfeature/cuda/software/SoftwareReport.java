package org.latentfeature.cuda.software;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process that ran on the software device left behind when it ended: such a process is
 * started with {@link SoftwareDevice#folder} as {@code LD_LIBRARY_PATH} and the report's path as
 * {@code SOFTCUDA_REPORT}.
 *
 * @param counters what it asked of the device
 * @param faults what went wrong
 * @param leaks what it did not free
 */
public record SoftwareReport(SoftwareCounters counters, List<String> faults, List<String> leaks) {

  /** Reads a report. */
  public static SoftwareReport read(Path path) throws IOException {
    List<String> counters = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    List<String> leaks = new ArrayList<>();
    for (String line : Files.readAllLines(path)) {
      if (line.startsWith("fault ")) {
        faults.add(line.substring("fault ".length()));
      } else if (line.startsWith("leak ")) {
        leaks.add(line.substring("leak ".length()));
      } else {
        counters.add(line);
      }
    }
    return new SoftwareReport(
        SoftwareCounters.parse(counters), List.copyOf(faults), List.copyOf(leaks));
  }
}
