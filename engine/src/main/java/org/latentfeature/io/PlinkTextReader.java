package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;

/**
 * Reads PLINK's genotypes as text: a {@code .ped} file with a line for each individual, of six
 * columns and two alleles for each variant, and the names of the variants in a {@code .map} file
 * beside it. Counted are copies of the rarer allele, as PLINK does; of two that are as frequent, of
 * the one that comes first in the alphabet. The file is read twice, first for the alleles.
 */
final class PlinkTextReader {

  /** Most characters of a line. */
  private static final int LONGEST = 1 << 28;

  private static final String IDS = "IID";
  private static final int BEFORE = 6;
  private static final int PHENOTYPE = 5;
  private static final String MAP = ".map";
  private static final String UNKNOWN = "0";

  private final Path ped;
  private final List<String> loci;
  private final List<String> families = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private final List<String> phenotypes = new ArrayList<>();

  private final RarerAlleles alleles;

  private PlinkTextReader(Path ped, List<String> loci) {
    this.ped = ped;
    this.loci = loci;
    alleles = new RarerAlleles(loci.size(), UNKNOWN);
  }

  /**
   * Reads the two files.
   *
   * @param ped the one that ends in {@code .ped}
   * @throws DataException naming file and line of what cannot be used, or if a file changes while
   *     it is read
   */
  static GenotypeFile read(Path ped, WorkListener listener) throws IOException {
    return UnchangedFile.read(
        ped, () -> new PlinkTextReader(ped, loci(beside(ped))).read(listener));
  }

  private static Path beside(Path ped) {
    String name = String.valueOf(ped.getFileName());
    int dot = name.lastIndexOf('.');
    Path map = ped.resolveSibling((dot < 0 ? name : name.substring(0, dot)) + MAP);
    if (!Files.exists(map)) {
      throw new DataException(
          "there is no %s beside %s; PLINK writes two files, .ped and .map: put them in one directory"
              .formatted(map.getFileName(), ped));
    }
    return map;
  }

  /** Lines of three or four columns: chromosome, name, centimorgans perhaps, and position. */
  private static List<String> loci(Path map) throws IOException {
    return UnchangedFile.read(
        map,
        () -> {
          List<String> loci = new ArrayList<>();
          forEachLine(
              map,
              WorkListener.SILENT,
              (line, text) -> {
                String[] cells = text.split("\\s+", -1);
                if (cells.length != 3 && cells.length != 4) {
                  throw new DataException(
                      "line %d of %s is %s, but must have 3 or 4 columns: chromosome, name, centimorgans, position"
                          .formatted(line, map, Excerpt.of(text)));
                }
                loci.add(
                    cells[1].equals(".") ? cells[0] + ":" + cells[cells.length - 1] : cells[1]);
              });
          if (loci.isEmpty()) {
            throw new DataException(map + " is empty; write both files again");
          }
          return loci;
        });
  }

  /** Takes a line that is not blank, without blanks at its ends. */
  @FunctionalInterface
  interface Line {
    void accept(long line, String text);
  }

  /**
   * Reads the lines of a file that are neither blank nor comments.
   *
   * @param sink gets the number of each and its text
   */
  static void forEachLine(Path file, WorkListener listener, Line sink) throws IOException {
    long line = 0;
    try (BoundedLines in =
        new BoundedLines(
            TextEncoding.open(file, ReportedInput.of(file, "reading " + file, listener)),
            LONGEST)) {
      for (String text = in.next(); text != null; text = in.next()) {
        line++;
        if (!text.isBlank() && text.charAt(0) != '#') {
          sink.accept(line, text.strip());
        }
      }
    } catch (BoundedLines.TooLongException e) {
      throw new DataException(
          "line %d of %s has more than %,d characters; write it as .bed, or in parts"
              .formatted(line + 1, file, LONGEST),
          e);
    }
  }

  private GenotypeFile read(WorkListener listener) throws IOException {
    forEachLine(ped, listener, this::measure);
    if (ids.isEmpty()) {
      throw new DataException(ped + " is empty");
    }
    byte[][] packed = new byte[loci.size()][AlleleCounts.bytes(ids.size())];
    int[] at = {0};
    forEachLine(
        ped,
        listener,
        (line, text) -> {
          if (at[0] == ids.size()) {
            throw new DataException(ped + " changed while it was read; try again");
          }
          String[] cells = cells(line, text);
          for (int m = 0; m < packed.length; m++) {
            int from = BEFORE + 2 * m;
            AlleleCounts.put(packed[m], at[0], alleles.count(m, cells[from], cells[from + 1]));
          }
          at[0]++;
        });
    Map<String, List<String>> labels = new LinkedHashMap<>();
    labels.put("FID", families);
    labels.put(IDS, ids);
    labels.put("PHENOTYPE", phenotypes);
    return new GenotypeFile(AlleleCounts.of(ids.size(), packed), loci, labels, IDS, "");
  }

  private String[] cells(long line, String text) {
    String[] cells = text.split("\\s+", -1);
    if (cells.length != BEFORE + 2 * loci.size()) {
      throw new DataException(
          "line %d of %s has %d columns, but for the %d variants of the .map file it must have %d: six, and two alleles for each"
              .formatted(line, ped, cells.length, loci.size(), BEFORE + 2 * loci.size()));
    }
    return cells;
  }

  private void measure(long line, String text) {
    String[] cells = cells(line, text);
    families.add(cells[0]);
    ids.add(cells[1]);
    phenotypes.add(cells[PHENOTYPE]);
    for (int p = BEFORE; p < cells.length; p++) {
      int m = (p - BEFORE) / 2;
      if (!alleles.add(m, cells[p])) {
        throw third(m, cells[p], line);
      }
    }
  }

  private DataException third(int m, String allele, long line) {
    return new DataException(
        "line %d of %s has a third allele of %s, %s after %s and %s, but counts are of one of two; leave such variants out with PLINK"
            .formatted(
                line,
                ped,
                Excerpt.of(loci.get(m)),
                Excerpt.of(allele),
                Excerpt.of(String.valueOf(alleles.allele(m, 0))),
                Excerpt.of(String.valueOf(alleles.allele(m, 1)))));
  }
}
