package org.latentfeature.cli.reproduce;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.identifiability.FailureFrequency;
import org.latentfeature.identifiability.FailureFrequency.Setting;
import org.latentfeature.io.AtomicFile;

/** Figure 1 as tab-separated text, a line for each point. */
final class FailureTable {

  private static final String HEADER =
      "n\tk\tp\ttrials\tseed\tfailures\tdependent\tundecided\tfrequency";

  private final Map<Setting, FailureFrequency> points = new LinkedHashMap<>();

  /**
   * What an earlier run left in {@code file}; nothing if there is no such file.
   *
   * @throws Failure if it is something else than such a table
   */
  static FailureTable read(Path file) throws IOException {
    FailureTable table = new FailureTable();
    if (!Files.isRegularFile(file)) {
      return table;
    }
    List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new Failure(
          file + " is not a table that this command wrote; remove it, or name another file");
    }
    for (int i = 1; i < lines.size(); i++) {
      FailureFrequency point = point(lines.get(i));
      if (point == null) {
        throw new Failure(
            "line %d of %s is not one that this command wrote; remove the file, or name another"
                .formatted(i + 1, file));
      }
      table.add(point);
    }
    return table;
  }

  private static @Nullable FailureFrequency point(String line) {
    List<String> cells = List.of(line.split("\t", -1));
    if (cells.size() != 9) {
      return null;
    }
    try {
      FailureFrequency point =
          new FailureFrequency(
              new Setting(
                  Integer.parseInt(cells.get(0)),
                  Integer.parseInt(cells.get(1)),
                  Double.parseDouble(cells.get(2)),
                  Integer.parseInt(cells.get(3)),
                  Long.parseLong(cells.get(4))),
              Integer.parseInt(cells.get(5)),
              Integer.parseInt(cells.get(6)),
              Integer.parseInt(cells.get(7)));
      // What was edited by hand, or belongs to other columns, does not come out the same again.
      return line(point).equals(line) ? point : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  void add(FailureFrequency point) {
    points.put(point.setting(), point);
  }

  @Nullable FailureFrequency get(Setting setting) {
    return points.get(setting);
  }

  List<FailureFrequency> points() {
    return new ArrayList<>(points.values());
  }

  String text() {
    StringBuilder text = new StringBuilder(HEADER);
    points.values().forEach(point -> text.append('\n').append(line(point)));
    return text.toString();
  }

  private static String line(FailureFrequency point) {
    Setting s = point.setting();
    return s.rows()
        + "\t"
        + s.features()
        + "\t"
        + s.p()
        + "\t"
        + s.trials()
        + "\t"
        + s.seed()
        + "\t"
        + point.failures()
        + "\t"
        + point.dependent()
        + "\t"
        + point.undecided()
        + "\t"
        + point.frequency();
  }

  void write(Path file) {
    AtomicFile.write(file, out -> out.write((text() + "\n").getBytes(StandardCharsets.US_ASCII)));
  }
}
