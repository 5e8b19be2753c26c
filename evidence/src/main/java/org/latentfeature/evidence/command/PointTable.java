package org.latentfeature.evidence.command;

import static java.util.stream.Collectors.joining;

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
import org.latentfeature.evidence.Measured;
import org.latentfeature.evidence.TextFile;

/**
 * The points of an experiment as tab-separated text, a line each, which a later run need not
 * measure again.
 *
 * @param <S> what is asked at a point
 * @param <P> a point: what was asked, and what came of it
 */
final class PointTable<S, P extends Record & Measured<S>> {

  private final RecordColumns<P> columns;
  private final Map<S, P> points = new LinkedHashMap<>();

  /** A table without points. */
  PointTable(RecordColumns<P> columns) {
    this.columns = columns;
  }

  /**
   * Reads the points that an earlier run left in {@code file}; none if there is no such file.
   *
   * @throws Failure if it is something else than such a table
   */
  static <S, P extends Record & Measured<S>> PointTable<S, P> read(
      RecordColumns<P> columns, @Nullable Path file) throws IOException {
    PointTable<S, P> table = new PointTable<>(columns);
    if (file == null || !Files.isRegularFile(file)) {
      return table;
    }
    List<String> lines =
        new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(table.header())) {
      throw new Failure(file + " is not a table of this command; remove it or choose another name");
    }
    for (int i = 1; i < lines.size(); i++) {
      P point = table.point(lines.get(i));
      if (point == null) {
        throw new Failure(
            ("line %d of %s was not written by this command; remove the file or choose another "
                    + "name")
                .formatted(i + 1, file));
      }
      table.add(point);
    }
    return table;
  }

  private @Nullable P point(String line) {
    List<String> cells = List.of(line.split("\t", -1));
    if (cells.size() != columns.names().size()) {
      return null;
    }
    try {
      P point = columns.point(cells);
      // What was edited by hand, or belongs to other columns, does not come out the same again.
      return line(point).equals(line) ? point : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  void add(P point) {
    points.put(point.setting(), point);
  }

  @Nullable P get(S setting) {
    return points.get(setting);
  }

  List<P> points() {
    return new ArrayList<>(points.values());
  }

  /** The points' cells by the names of their columns. */
  List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (P point : points.values()) {
      Map<String, Object> row = new LinkedHashMap<>();
      List<Object> cells = columns.cells(point);
      for (int j = 0; j < cells.size(); j++) {
        row.put(columns.names().get(j), cells.get(j));
      }
      rows.add(row);
    }
    return rows;
  }

  String text() {
    StringBuilder text = new StringBuilder(header());
    points.values().forEach(point -> text.append('\n').append(line(point)));
    return text.toString();
  }

  private String header() {
    return String.join("\t", columns.names());
  }

  private String line(P point) {
    return columns.cells(point).stream().map(String::valueOf).collect(joining("\t"));
  }

  /** Writes these points to {@code file}, and after them what {@code earlier} has of others. */
  void write(@Nullable Path file, PointTable<S, P> earlier) {
    if (file == null) {
      return;
    }
    PointTable<S, P> both = new PointTable<>(columns);
    points.values().forEach(both::add);
    earlier.points.forEach(both.points::putIfAbsent);
    String text = both.text() + "\n";
    TextFile.write(file, text);
  }
}
