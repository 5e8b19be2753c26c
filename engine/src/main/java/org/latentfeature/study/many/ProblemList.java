package org.latentfeature.study.many;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.latentfeature.data.DataException;
import org.latentfeature.io.InputFile;
import org.latentfeature.io.MatrixFormat.Trait;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.ReadOptions;

/**
 * Makes problems of a list and a grid. What the list is follows from its extension:
 *
 * <ul>
 *   <li>{@code .tsv}, {@code .csv}: a table with a header, see {@link ProblemTable}
 *   <li>another that {@link MatrixReader} reads, but for {@code .txt}: no list, but the data of all
 *       problems
 *   <li>anything else: text with the path of one data file on each line; empty lines and lines that
 *       begin with {@code #} say nothing
 * </ul>
 *
 * Paths are relative to the list's folder.
 */
public final class ProblemList {

  private ProblemList() {}

  /**
   * Reads a list; the data themselves are not looked at.
   *
   * @param grid what the lines leave open; a line's own value goes before the grid's
   * @return at least one problem, in the order of the list, all names different, also where case
   *     does not count
   * @throws DataException naming the line of what cannot be used
   */
  public static List<Problem> read(Path list, Grid grid) throws IOException {
    InputFile.requireReadable(list);
    String extension = extension(list);
    List<ListLine> lines;
    if (MatrixReader.isNamedMatrix(list)
        && !MatrixReader.has(Trait.TEXT_TABLE, list, ReadOptions.DEFAULT)) {
      String source = String.valueOf(list.getFileName());
      lines = List.of(new ListLine(list.toString(), source, list, null, grid));
    } else if (extension.equals("tsv") || extension.equals("csv")) {
      lines = ProblemTable.read(list, grid);
    } else {
      lines = plain(list, grid);
    }
    if (lines.isEmpty()) {
      throw new DataException(list + " lists no data; name a file on each line");
    }
    return problems(list, lines);
  }

  private static List<Problem> problems(Path list, List<ListLine> lines) {
    try {
      Grid.requireFew(lines.stream().mapToDouble(line -> line.own().fits()).sum());
    } catch (IllegalArgumentException e) {
      throw new DataException("%s: %s".formatted(list, e.getMessage()), e);
    }
    List<Problem> all = new ArrayList<>();
    Map<String, String> places = new HashMap<>();
    for (ListLine line : lines) {
      // Within one line, equal names come from a value that is repeated: it is fitted once.
      Set<String> own = new HashSet<>();
      for (Problem problem : line.problems()) {
        String key = problem.name().toLowerCase(Locale.ROOT);
        if (!own.add(key)) {
          continue;
        }
        String before = places.put(key, line.place());
        if (before != null) {
          throw new DataException(
              "%s and %s are both named %s; give each a unique name in a column 'name'"
                  .formatted(before, line.place(), problem.name()));
        }
        all.add(problem);
      }
    }
    return List.copyOf(all);
  }

  private static List<ListLine> plain(Path list, Grid grid) throws IOException {
    List<ListLine> lines = new ArrayList<>();
    String text = new String(Files.readAllBytes(list), StandardCharsets.UTF_8);
    int number = 0;
    for (String line : text.replaceFirst("^\uFEFF", "").lines().toList()) {
      number++;
      String source = line.strip();
      if (!source.isEmpty() && !source.startsWith("#")) {
        String place = "line " + number + " of " + list;
        lines.add(new ListLine(place, source, data(list, source, place), null, grid));
      }
    }
    return lines;
  }

  /** The file that the list calls {@code source}. */
  static Path data(Path list, String source, String place) {
    try {
      return list.resolveSibling(source);
    } catch (InvalidPathException e) {
      throw new DataException(place + " does not name a file: " + e.getMessage(), e);
    }
  }

  private static String extension(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }
}
