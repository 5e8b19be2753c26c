package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Phrase;

/**
 * Reads the genotypes of the program STRUCTURE: a line for each individual with two alleles for
 * each locus, or two lines with one allele each. The individual's name comes first, then perhaps
 * its population and other columns. The names of the loci may come before, in a line that is
 * shorter by the columns without alleles, so that it also tells how many these are. Where it does
 * not, they are those that begin the two lines of each individual alike, or else the fewest that
 * leave pairs of alleles. The note says what was taken.
 *
 * <p>Counted are copies of the rarer allele; loci with more than two alleles are left out, with a
 * note. The file is read three times: for its layout, for the alleles and for the counts.
 */
final class StructureReader {

  private static final String UNKNOWN = "-9";
  private static final String IDS = "individual";
  private static final String POPULATION = "population";

  /** Lines before the individuals: names of loci, recessive alleles, distances. */
  private static final int MOST_BEFORE = 3;

  /** One line of so many that begins as the one before is no accident. */
  private static final int MANY = 4;

  /** Most loci that a note names. */
  private static final int NAMED = 5;

  private static final String WAY_OUT =
      "a first line with the names of the loci, and nothing above the other columns, tells which they are";

  private final Path path;
  private final MissingCode missing;

  /** The first line that is not as long as those of individuals; null if there is none. */
  private @Nullable List<String> header;

  /** Lines of other lengths before the current ones. */
  private int before;

  /** Number of cells of the current lines. */
  private int width;

  /** The first of them, by its number. */
  private long first;

  /** The cells of the first of them, and of the line before. */
  private String[] start = {};

  private String[] last = {};

  private final List<String> ids = new ArrayList<>();
  private final List<String> populations = new ArrayList<>();

  /** True while the two lines of each individual, if it has two, begin with the same name. */
  private boolean paired;

  /** How many lines begin as the one before. */
  private int repeats;

  /** Columns that differ between the two lines of an individual, and those that have text. */
  private boolean[] differs = {};

  private boolean[] text = {};

  private StructureReader(Path path, MissingCode missing) {
    this.path = path;
    this.missing = missing;
  }

  /**
   * Reads a file.
   *
   * @param missing what marks missing alleles besides −9
   * @throws DataException naming the line of what cannot be used, or if the file changes while it
   *     is read
   */
  static GenotypeFile read(Path path, MissingCode missing, WorkListener listener)
      throws IOException {
    return UnchangedFile.read(path, () -> new StructureReader(path, missing).read(listener));
  }

  private GenotypeFile read(WorkListener listener) throws IOException {
    PlinkTextReader.forEachLine(path, listener, this::measure);
    if (ids.isEmpty()) {
      throw new DataException(path + " is empty");
    }
    int lines = lines();
    int others = others(lines);
    int loci = (width - others) * lines / 2;
    RarerAlleles alleles = new RarerAlleles(loci, UNKNOWN);
    boolean[] several = new boolean[loci];
    forEachIndividual(
        lines,
        listener,
        (i, cells) -> {
          for (int p = 0; p < 2 * loci; p++) {
            several[p / 2] |= !alleles.add(p / 2, allele(cells, others, lines, p));
          }
        });
    int[] kept = IntStream.range(0, loci).filter(m -> !several[m]).toArray();
    if (kept.length == 0) {
      throw new DataException(
          "%s has no locus with two alleles only, of which counts are; write sizes of alleles as a table with two columns for each locus %s"
              .formatted(path, Phrase.GENOTYPES));
    }
    byte[][] packed = new byte[kept.length][AlleleCounts.bytes(ids.size() / lines)];
    forEachIndividual(
        lines,
        listener,
        (i, cells) -> {
          for (int m = 0; m < kept.length; m++) {
            String one = allele(cells, others, lines, 2 * kept[m]);
            String two = allele(cells, others, lines, 2 * kept[m] + 1);
            AlleleCounts.put(packed[m], i, alleles.count(kept[m], one, two));
          }
        });
    List<String> names = names(loci, others);
    Map<String, List<String>> labels = new LinkedHashMap<>();
    labels.put(IDS, individuals(ids, lines));
    if (others > 1) {
      labels.put(POPULATION, individuals(populations, lines));
    }
    return new GenotypeFile(
        AlleleCounts.of(ids.size() / lines, packed),
        IntStream.of(kept).mapToObj(names::get).toList(),
        labels,
        IDS,
        note(lines, others, names, several));
  }

  /** The first reading: as many cells in all lines, but for a few at the start. */
  private void measure(long line, String content) {
    String[] cells = content.split("\\s+", -1);
    if (cells.length != width) {
      begin(line, cells.length);
      start = cells;
    } else if (ids.size() == 1 && isHeader(last, cells)) {
      header = List.of(last);
      begin(line, width);
      start = cells;
    }
    repeats += !ids.isEmpty() && cells[0].equals(last[0]) ? 1 : 0;
    if (ids.size() % 2 == 1) {
      paired &= cells[0].equals(last[0]);
    }
    for (int j = 0; j < width; j++) {
      differs[j] |= ids.size() % 2 == 1 && !cells[j].equals(last[j]);
      text[j] |= !isAllele(cells[j]);
    }
    ids.add(cells[0]);
    populations.add(width > 1 ? cells[1] : "");
    last = cells;
  }

  private void begin(long line, int count) {
    if (ids.size() > MOST_BEFORE || before > MOST_BEFORE) {
      throw new DataException(
          "line %d of %s has %d columns, but the line before it has %d; the file may be cut or edited: write or copy it again"
              .formatted(line, path, count, width));
    }
    if (before == 0 && !ids.isEmpty() && header == null) {
      header = List.of(start);
    }
    before += ids.size();
    ids.clear();
    populations.clear();
    first = line;
    width = count;
    paired = true;
    repeats = 0;
    differs = new boolean[count];
    text = new boolean[count];
  }

  private boolean isHeader(String[] line, String[] next) {
    return !isAllele(line[line.length - 1]) && isAllele(next[next.length - 1]);
  }

  private boolean isAllele(String cell) {
    return NumberText.isNumber(cell)
        || (cell.length() == 1 && Nucleotides.isAllele(cell))
        || missing.means(cell);
  }

  /** The number of lines of each individual. */
  private int lines() {
    int count = ids.size();
    if (count > 2 && new HashSet<>(ids).size() == 1) {
      return 1;
    }
    if (paired && count % 2 == 0) {
      return 2;
    }
    if (count > 2 && MANY * repeats >= count) {
      throw new DataException(
          "some individuals of %s have two lines that begin with the same name, as STRUCTURE writes them, but others have one; the file may be cut or edited: write or copy it again"
              .formatted(path));
    }
    return 1;
  }

  /** The number of columns without alleles, before the others. */
  private int others(int lines) {
    int others = 1;
    if (header != null && header.size() != width) {
      others = width - header.size() * 2 / lines;
      if (others < 1) {
        throw new DataException(
            "the first line of %s names %d loci, but line %d has %d cells: neither the individual's name and %d alleles nor, on two lines that begin with the same name, %d; correct the names, or leave them out"
                .formatted(path, header.size(), first, width, 2 * header.size(), header.size()));
      }
      return others;
    }
    while (others < width && (lines == 2 ? !differs[others] : text[others])) {
      others++;
    }
    others += lines == 1 ? (width - others) % 2 : 0;
    if (others >= width) {
      throw new DataException(
          "line %d of %s has %d columns without alleles, and no others; each line is an individual's name and its alleles, two for each locus, or one on each of two lines; if no individual has two different alleles, %s"
              .formatted(first, path, width, WAY_OUT));
    }
    return others;
  }

  /** Takes the lines of one individual. */
  @FunctionalInterface
  private interface Individual {
    void accept(int i, String[][] cells);
  }

  private void forEachIndividual(int lines, WorkListener listener, Individual sink)
      throws IOException {
    String[][] cells = new String[lines][];
    int[] at = {0};
    PlinkTextReader.forEachLine(
        path,
        listener,
        (line, content) -> {
          if (line < first) {
            return;
          }
          cells[at[0] % lines] = content.split("\\s+", -1);
          if (at[0] >= ids.size() || cells[at[0] % lines].length != width) {
            throw new DataException(path + " changed while it was read; try again");
          }
          if (++at[0] % lines == 0) {
            sink.accept(at[0] / lines - 1, cells);
          }
        });
  }

  /** Allele {@code p} of an individual, from 0: two of each locus. */
  private String allele(String[][] cells, int others, int lines, int p) {
    String cell = lines == 2 ? cells[p % 2][others + p / 2] : cells[0][others + p];
    boolean isMissing =
        missing.means(cell) || (NumberText.isNumber(cell) && missing.means(NumberText.parse(cell)));
    return isMissing ? UNKNOWN : cell;
  }

  private static List<String> individuals(List<String> ofLines, int lines) {
    return IntStream.range(0, ofLines.size() / lines)
        .mapToObj(i -> ofLines.get(lines * i))
        .toList();
  }

  private List<String> names(int loci, int others) {
    List<String> all = header;
    if (all == null) {
      return IntStream.rangeClosed(1, loci).mapToObj(m -> "L" + m).toList();
    }
    if (all.size() == loci) {
      return all;
    }
    int step = (width - others) / loci;
    return IntStream.range(0, loci).mapToObj(m -> all.get(others + m * step)).toList();
  }

  private String note(int lines, int others, List<String> names, boolean[] several) {
    List<String> left =
        IntStream.range(0, several.length).filter(m -> several[m]).mapToObj(names::get).toList();
    return "%s: %s for each individual, its name in column 1%s, %,d loci from column %d on%s%s"
        .formatted(
            path,
            lines == 1 ? "one line" : "two lines",
            others > 1 ? ", its population in column 2" : "",
            names.size(),
            others + 1,
            header != null && header.size() < width ? "" : "; if that is wrong, " + WAY_OUT,
            left.isEmpty()
                ? ""
                : "; %,d left out with more than two alleles: %s%s"
                    .formatted(
                        left.size(),
                        String.join(", ", left.subList(0, Math.min(NAMED, left.size()))),
                        left.size() > NAMED ? ", …" : ""));
  }
}
