package org.latentfeature.formats;

import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.io.TableLayout;

/** The names in an AnnData file: groups {@code obs} and {@code var}, each a table of columns. */
final class AnnData {

  /** Name of the matrix that is meant where no other is. */
  static final String X = "/X";

  private static final String LAYERS = "/layers/";

  /** The group with the values of columns of few different ones, in files of earlier versions. */
  private static final String OLDER = "__categories";

  private final HdfFile file;
  private final Path path;
  private final int rows;
  private final int cols;

  AnnData(HdfFile file, Path path, int rows, int cols) {
    this.file = file;
    this.path = path;
    this.rows = rows;
    this.cols = cols;
  }

  /** Returns whether a file is one. */
  static boolean isOne(HdfFile file) {
    Map<String, Node> children = file.getChildren();
    return children.containsKey("X")
        && children.get("obs") instanceof Group
        && children.get("var") instanceof Group;
  }

  /** Returns whether a matrix has all observations and variables as rows and columns. */
  static boolean isOfAll(String name) {
    return name.equals(X) || name.startsWith(LAYERS);
  }

  /** Names of the columns; null if they have none. */
  @Nullable List<String> columns() {
    return index("var", cols);
  }

  /** The column that names the rows, the index unless the layout gives another; null for none. */
  @Nullable String idsOf(TableLayout layout) {
    String given = layout.ids();
    return given != null && (!layout.optional().contains(given) || has(given))
        ? given
        : index("obs", rows) == null ? null : indexName("obs");
  }

  /** The ids and the labels that a layout names, by column. */
  Map<String, List<String>> labelsOf(TableLayout layout) {
    Map<String, List<String>> labels = new LinkedHashMap<>();
    String ids = idsOf(layout);
    if (ids != null) {
      labels.put(ids, column(ids));
    }
    for (String name : layout.labels()) {
      if (!layout.optional().contains(name) || has(name)) {
        labels.put(name, column(name));
      }
    }
    return labels;
  }

  private boolean has(String name) {
    return table("obs").getChildren().containsKey(name);
  }

  private List<String> column(String name) {
    Group obs = table("obs");
    Node node = obs.getChildren().get(name);
    if (node == null) {
      throw new DataException(
          "%s has no column %s in obs; it has: %s"
              .formatted(path, name, String.join(", ", new TreeSet<>(obs.getChildren().keySet()))));
    }
    List<String> cells;
    if (node instanceof Group group) {
      Map<String, Node> parts = group.getChildren();
      cells = categories(name, parts.get("categories"), parts.get("codes"));
    } else if (obs.getChildren().get(OLDER) instanceof Group older
        && older.getChildren().containsKey(name)) {
      cells = categories(name, older.getChildren().get(name), node);
    } else {
      cells = texts(node);
    }
    if (cells.size() != rows) {
      throw new DataException(
          "column %s in obs of %s has %,d cells for %,d rows"
              .formatted(name, path, cells.size(), rows));
    }
    return cells;
  }

  /** A column of few different values: a code for each row, −1 where there is none. */
  private List<String> categories(String name, @Nullable Node values, @Nullable Node codes) {
    if (values == null || !(codes instanceof Dataset array)) {
      throw new DataException(
          "column %s in obs of %s is of a kind that is not read; write it as text or numbers"
              .formatted(name, path));
    }
    List<String> names = texts(values);
    List<String> cells = new ArrayList<>();
    Object all = array.getDataFlat();
    for (int i = 0; i < Array.getLength(all); i++) {
      int code = ((Number) Array.get(all, i)).intValue();
      cells.add(code < 0 ? "" : names.get(code));
    }
    return cells;
  }

  private static List<String> texts(Node node) {
    List<String> texts = new ArrayList<>();
    if (node instanceof Dataset array && array.getSize() > 0) {
      Object all = array.getDataFlat();
      for (int i = 0; i < Array.getLength(all); i++) {
        texts.add(String.valueOf(Array.get(all, i)));
      }
    }
    return texts;
  }

  private @Nullable List<String> index(String table, int count) {
    Node node = table(table).getChildren().get(indexName(table));
    List<String> names = node == null ? List.of() : texts(node);
    return names.size() == count ? names : null;
  }

  private String indexName(String table) {
    String name = Hdf5Format.text(table(table), "_index");
    return name == null ? "_index" : name;
  }

  private Group table(String name) {
    if (file.getChildren().get(name) instanceof Group group) {
      return group;
    }
    throw new DataException("%s has no group %s, as AnnData has".formatted(path, name));
  }
}
