package org.latentfeature.io;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;

/**
 * Attribute-relation files of Weka and MULAN, {@code .arff}: a line {@code @attribute NAME TYPE}
 * for each column, then a line for each row, of all values or, in braces, of those that are not 0.
 * Columns of numbers are numeric, real or integer, or nominal of 0 and 1; others may be ids, labels
 * or left out. A question mark is a missing entry.
 */
final class ArffFormat implements ColumnarFormat {

  /** Most characters of a line. */
  private static final int LONGEST = 1 << 28;

  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "(?i)@attribute\\s+('[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+'|\"[^\"]*+\"|[^\\s{]++)\\s*(.*)");

  private static final Set<String> NUMERIC = Set.of("numeric", "real", "integer");

  private static final String MISSING = "?";

  @Override
  public List<String> names() {
    return List.of("arff");
  }

  @Override
  public Set<Trait> traits() {
    return Set.of(Trait.NAMED_COLUMNS, Trait.STREAMED);
  }

  @Override
  public ColumnarTable open(Path path) throws IOException {
    return new Table(path);
  }

  private static final class Table implements ColumnarTable {

    private final Path path;
    private final List<Column> columns = new ArrayList<>();

    /** The values of columns that a row in braces does not name: 0, or the first of a list. */
    private final List<String> omitted = new ArrayList<>();

    private final long rows;
    private long line;

    Table(Path path) throws IOException {
      this.path = path;
      long count = 0;
      try (BoundedLines in = open()) {
        header(in);
        for (String text = next(in); text != null; text = next(in)) {
          count++;
        }
      }
      rows = count;
    }

    private BoundedLines open() throws IOException {
      line = 0;
      Reader text =
          TextEncoding.open(path, ReportedInput.of(path, "reading " + path, WorkListener.SILENT));
      return new BoundedLines(text, LONGEST);
    }

    /** The next line that is neither empty nor a comment; null at the end. */
    private @Nullable String next(BoundedLines in) throws IOException {
      while (true) {
        line++;
        String text;
        try {
          text = in.next();
        } catch (BoundedLines.TooLongException e) {
          throw new DataException(
              "%s has more than %,d characters; write it again with shorter lines"
                  .formatted(place(), LONGEST),
              e);
        }
        if (text == null) {
          return null;
        }
        String content = text.strip();
        if (!content.isEmpty() && content.charAt(0) != '%') {
          return content;
        }
      }
    }

    private void header(BoundedLines in) throws IOException {
      columns.clear();
      omitted.clear();
      for (String text = next(in); text != null; text = next(in)) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals("@data")) {
          return;
        }
        if (lower.startsWith("@attribute")) {
          columns.add(column(text));
        } else if (!lower.startsWith("@relation")) {
          throw new DataException(
              "%s is %s, expected @relation, @attribute or @data"
                  .formatted(place(), Excerpt.of(text)));
        }
      }
      throw new DataException(path + " has no line @data; write or copy it again");
    }

    private Column column(String text) {
      Matcher attribute = ATTRIBUTE.matcher(text);
      if (!attribute.matches() || attribute.group(2).isBlank()) {
        throw new DataException(
            "%s is %s, expected @attribute, a name and a type"
                .formatted(place(), Excerpt.of(text)));
      }
      String type = attribute.group(2).strip();
      boolean isNumber =
          NUMERIC.contains(type.toLowerCase(Locale.ROOT))
              || type.matches("\\{\\s*0\\s*,\\s*1\\s*}");
      omitted.add(type.startsWith("{") ? first(type) : "0");
      return new Column(
          plain(attribute.group(1)), isNumber ? Kind.NUMBER : Kind.OTHER, Excerpt.of(type));
    }

    private static String first(String list) {
      String inner = list.substring(1, list.endsWith("}") ? list.length() - 1 : list.length());
      return plain(inner.substring(0, end(inner, 0)).strip());
    }

    /** A name or value without its quotes. */
    private static String plain(String text) {
      boolean quoted =
          text.length() > 1
              && (text.charAt(0) == '\'' || text.charAt(0) == '"')
              && text.charAt(text.length() - 1) == text.charAt(0);
      return quoted ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1") : text;
    }

    private String place() {
      return "line " + line + " of " + path;
    }

    @Override
    public List<Column> columns() {
      return columns;
    }

    @Override
    public long rows() {
      return rows;
    }

    @Override
    public void visit(int[] ofX, int[] inWords, RowVisitor visitor) throws IOException {
      try (BoundedLines in = open()) {
        header(in);
        String[] cells = new String[columns.size()];
        Row row = new Cells(cells, ofX, inWords);
        int i = 0;
        for (String text = next(in); text != null && i < rows; text = next(in)) {
          split(text, cells);
          if (!visitor.row(i++, row)) {
            return;
          }
        }
      }
    }

    /** Takes a line apart: all values, or in braces pairs of a column, from 0, and its value. */
    private void split(String text, String[] cells) {
      boolean isSparse = text.startsWith("{") && text.endsWith("}");
      String content = isSparse ? text.substring(1, text.length() - 1).strip() : text;
      for (int j = 0; j < cells.length; j++) {
        cells[j] = isSparse ? omitted.get(j) : MISSING;
      }
      int at = 0;
      int from = 0;
      while (from < content.length() || (!isSparse && from == content.length() && at > 0)) {
        int end = end(content, from);
        String cell = content.substring(from, end).strip();
        if (isSparse) {
          int blank = 0;
          while (blank < cell.length() && !Character.isWhitespace(cell.charAt(blank))) {
            blank++;
          }
          String index = cell.substring(0, blank);
          if (blank == cell.length()
              || !index.matches("\\d{1,9}")
              || Integer.parseInt(index) >= cells.length) {
            throw new DataException(
                "%s has %s in braces, expected a column from 0 to %d and its value"
                    .formatted(place(), Excerpt.of(cell), cells.length - 1));
          }
          cells[Integer.parseInt(index)] = plain(cell.substring(blank + 1).strip());
        } else if (at < cells.length) {
          cells[at] = plain(cell);
        }
        at++;
        from = end + 1;
        if (end == content.length()) {
          break;
        }
      }
      if (!isSparse && at != cells.length) {
        throw new DataException(
            "%s has %d values, but the file has %d attributes"
                .formatted(place(), at, cells.length));
      }
    }

    /** Where the cell that begins at {@code from} ends: at a comma outside quotes. */
    private static int end(String text, int from) {
      char quote = 0;
      for (int p = from; p < text.length(); p++) {
        char c = text.charAt(p);
        if (quote != 0) {
          if (c == '\\') {
            p++;
          } else if (c == quote) {
            quote = 0;
          }
        } else if (c == '\'' || c == '"') {
          quote = c;
        } else if (c == ',') {
          return p;
        }
      }
      return text.length();
    }

    @Override
    public void close() {
      // Each reading closes its own.
    }

    /** The values of the current line. */
    private final class Cells implements Row {

      private final String[] cells;
      private final int[] ofX;
      private final int[] inWords;

      Cells(String[] cells, int[] ofX, int[] inWords) {
        this.cells = cells;
        this.ofX = ofX;
        this.inWords = inWords;
      }

      @Override
      public double number(int p) {
        String cell = cells[ofX[p]];
        if (cell.equals(MISSING)) {
          return Double.NaN;
        }
        try {
          return NumberText.parse(cell);
        } catch (NumberFormatException e) {
          throw new DataException(
              "%s, attribute %s is %s, not a number"
                  .formatted(place(), Excerpt.of(columns.get(ofX[p]).name()), Excerpt.of(cell)),
              e);
        }
      }

      @Override
      public double @Nullable [] list(int p) {
        return null;
      }

      @Override
      public String text(int p) {
        String cell = cells[inWords[p]];
        return cell.equals(MISSING) ? "" : cell;
      }
    }
  }
}
