package org.latentfeature.report.graph;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.latentfeature.io.AtomicFile;

/**
 * A transition graph as a file: {@code .svg}, a drawing that needs nothing but itself; {@code .dot}
 * for Graphviz; {@code .json} for programs.
 */
public final class GraphFile {

  /** How names of such files end. */
  public static final List<String> EXTENSIONS = List.of(".svg", ".dot", ".json");

  private GraphFile() {}

  /** Returns whether {@code file} ends in one of {@link #EXTENSIONS}, in capitals or not. */
  public static boolean isOne(Path file) {
    return EXTENSIONS.stream().anyMatch(lower(file)::endsWith);
  }

  /**
   * Writes the graph in the form that the file's extension says. Equal arguments give equal bytes.
   *
   * @param groups shown by colour
   * @param portraits how features look in a drawing; the other forms have no pictures
   * @throws IllegalArgumentException if the name ends in no known extension
   * @throws org.latentfeature.data.DataException if the file cannot be written
   */
  public static void write(
      TransitionGraph graph, FeatureGroups groups, Portraits portraits, Path file) {
    String text = text(graph, groups, portraits, file);
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(
      TransitionGraph graph, FeatureGroups groups, Portraits portraits, Path file) {
    String name = lower(file);
    if (name.endsWith(".svg")) {
      return GraphDrawing.svg(graph, groups, portraits);
    }
    if (name.endsWith(".dot")) {
      return GraphDot.write(graph, groups);
    }
    if (name.endsWith(".json")) {
      return GraphJson.write(graph, groups);
    }
    throw new IllegalArgumentException(
        "a graph's file ends in one of " + String.join(", ", EXTENSIONS) + ", not as " + file);
  }

  private static String lower(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
  }
}
