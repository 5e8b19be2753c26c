package org.latentfeature.io;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;

/**
 * Reads PLINK's binary genotypes: a {@code .bed} file with two bits a genotype, variant by variant,
 * and beside it the names of the variants ({@code .bim}) and individuals ({@code .fam}), a line
 * each. Counted are copies of A1, the allele in the fifth column of the {@code .bim} file, as
 * {@code plink --recode A} does.
 */
final class PlinkReader {

  /** Name of the labels that name the individuals. */
  private static final String IDS = "IID";

  private static final String BIM = ".bim";
  private static final String FAM = ".fam";
  private static final int COLUMNS = 6;

  /** The first bytes of a file that is written variant by variant. */
  static final int[] MAGIC = {0x6c, 0x1b, 1};

  private static final int BUFFER = 1 << 16;

  private final Path bed;
  private final List<String> loci = new ArrayList<>();
  private final Map<String, List<String>> labels = new LinkedHashMap<>();

  private PlinkReader(Path bed) {
    this.bed = bed;
  }

  /**
   * Reads the three files.
   *
   * @param bed the one that ends in {@code .bed}
   * @param listener receives the number of bytes read
   * @throws DataException naming file and line of what cannot be used, or if a file changes while
   *     it is read
   * @throws IOException if the device fails while reading
   */
  static GenotypeFile read(Path bed, WorkListener listener) throws IOException {
    PlinkReader reader = new PlinkReader(bed);
    AlleleCounts counts =
        UnchangedFile.read(
            bed,
            () -> {
              reader.names();
              return reader.counts(listener);
            });
    return new GenotypeFile(counts, reader.loci, reader.labels, IDS, "");
  }

  /** The size of the matrix, by the lines of the two files beside {@code bed}. */
  static MatrixShape shape(Path bed) throws IOException {
    InputFile.requireReadable(bed);
    PlinkReader reader = new PlinkReader(bed);
    reader.names();
    return new MatrixShape(reader.individuals(), reader.loci.size());
  }

  private int individuals() {
    return labels.getOrDefault(IDS, List.of()).size();
  }

  private void names() throws IOException {
    List<String> families = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    List<String> phenotypes = new ArrayList<>();
    forEachLine(
        FAM,
        "family, name, father, mother, sex, phenotype",
        cells -> {
          families.add(cells[0]);
          ids.add(cells[1]);
          phenotypes.add(cells[COLUMNS - 1]);
        });
    labels.put("FID", families);
    labels.put(IDS, ids);
    labels.put("PHENOTYPE", phenotypes);
    forEachLine(
        BIM,
        "chromosome, name, centimorgans, position, A1, A2",
        cells -> loci.add(cells[1].equals(".") ? cells[0] + ":" + cells[3] : cells[1]));
  }

  /** Takes the cells of a line. */
  @FunctionalInterface
  private interface Line {
    void accept(String[] cells);
  }

  private void forEachLine(String extension, String columns, Line sink) throws IOException {
    Path file = beside(extension);
    if (!Files.exists(file)) {
      throw new DataException(
          "there is no %s beside %s; PLINK writes three files, .bed, .bim and .fam: put them in one directory"
              .formatted(file.getFileName(), bed));
    }
    UnchangedFile.read(
        file,
        () -> {
          long line = 0;
          try (BufferedReader in = reader(file)) {
            for (String text = in.readLine(); text != null; text = in.readLine()) {
              line++;
              String[] cells = text.strip().split("\\s+", COLUMNS + 1);
              if (cells.length != COLUMNS) {
                throw new DataException(
                    "line %d of %s is %s, but must have %d columns: %s"
                        .formatted(line, file, Excerpt.of(text), COLUMNS, columns));
              }
              sink.accept(cells);
            }
          }
          if (line == 0) {
            throw new DataException(file + " is empty; write the three files again");
          }
          return line;
        });
  }

  private static BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8), BUFFER);
  }

  private Path beside(String extension) {
    String name = String.valueOf(bed.getFileName());
    return bed.resolveSibling(name.substring(0, name.length() - extension.length()) + extension);
  }

  private AlleleCounts counts(WorkListener listener) throws IOException {
    int individuals = individuals();
    int each = AlleleCounts.bytes(individuals);
    long expected = MAGIC.length + (long) each * loci.size();
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(ReportedInput.of(bed, "reading " + bed, listener), BUFFER))) {
      for (int p = 0; p < MAGIC.length; p++) {
        requireByte(p, in.read());
      }
      long length = Files.size(bed);
      if (length != expected) {
        throw new DataException(
            "%s has %d bytes, but %d variants (%s) of %d individuals (%s) take %d; copy all three files again from where they belong together"
                .formatted(
                    bed,
                    length,
                    loci.size(),
                    beside(BIM).getFileName(),
                    individuals,
                    beside(FAM).getFileName(),
                    expected));
      }
      byte[][] packed = new byte[loci.size()][each];
      for (byte[] locus : packed) {
        in.readFully(locus);
      }
      return AlleleCounts.of(individuals, packed);
    }
  }

  private void requireByte(int p, int found) {
    if (found == MAGIC[p]) {
      return;
    }
    boolean byIndividual = p == MAGIC.length - 1 && found == 0;
    throw new DataException(
        byIndividual
            ? bed
                + " is written individual by individual; write it variant by variant with PLINK's option make-bed"
            : "%s is not PLINK's .bed: byte %d is %s, expected 0x%02x; write it with PLINK's option make-bed"
                .formatted(
                    bed, p + 1, found < 0 ? "missing" : "0x%02x".formatted(found), MAGIC[p]));
  }
}
