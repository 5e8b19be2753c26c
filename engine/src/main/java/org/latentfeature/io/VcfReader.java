package org.latentfeature.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;
import org.latentfeature.data.MatrixShape;

/**
 * Reads the genotypes (GT) of a variant call file: a line for each variant, a column for each
 * individual. Counted are copies of the one alternative allele; a single call (haploid) counts as
 * two of its kind, as in PLINK, and a half call is missing. Variants with several alternative
 * alleles are left out, with a note.
 */
final class VcfReader {

  /** Name of the labels that name the individuals. */
  private static final String IDS = "sample";

  private static final int CHROMOSOME = 0;
  private static final int POSITION = 1;
  private static final int NAME = 2;
  private static final int ALTERNATIVE = 4;
  private static final int FORMAT = 8;

  /** Most variants that a note names. */
  private static final int NAMED = 5;

  /** Most characters of a line. */
  private static final int LONGEST = 1 << 28;

  private final Path path;
  private final int longest;
  private final List<String> loci = new ArrayList<>();
  private final List<byte[]> packed = new ArrayList<>();

  /** The first variants that were left out, and how many there are. */
  private final List<String> omitted = new ArrayList<>();

  private long omissions;

  private List<String> samples = List.of();
  private long line;

  private VcfReader(Path path, int longest) {
    this.path = path;
    this.longest = longest;
  }

  static GenotypeFile read(Path path, WorkListener listener) throws IOException {
    return read(path, LONGEST, listener);
  }

  /**
   * Reads a file.
   *
   * @param longest most characters of a line
   */
  static GenotypeFile read(Path path, int longest, WorkListener listener) throws IOException {
    VcfReader reader = new VcfReader(path, longest);
    return UnchangedFile.read(path, () -> reader.read(listener));
  }

  /** The size of the matrix, by the lines of the file; its genotypes are not looked at. */
  static MatrixShape shape(Path path) throws IOException {
    VcfReader reader = new VcfReader(path, LONGEST);
    reader.forEachVariant(WorkListener.SILENT, (text, calls) -> {});
    return new MatrixShape(reader.samples.size(), reader.loci.size());
  }

  /** Takes a variant: its line, and what it has of the individuals. */
  @FunctionalInterface
  private interface Variant {
    void accept(String text, String calls);
  }

  private GenotypeFile read(WorkListener listener) throws IOException {
    forEachVariant(listener, (text, calls) -> packed.add(genotypes(text, calls)));
    AlleleCounts counts = AlleleCounts.of(samples.size(), packed.toArray(new byte[0][]));
    return new GenotypeFile(counts, loci, Map.of(IDS, samples), IDS, note());
  }

  /** Says which variants were left out; empty if none was. */
  private String note() {
    return omissions == 0
        ? ""
        : "%s: %,d %s left out, which %s several alternative alleles: %s%s"
            .formatted(
                path,
                omissions,
                omissions == 1 ? "variant is" : "variants are",
                omissions == 1 ? "has" : "have",
                String.join(", ", omitted),
                omissions > omitted.size() ? ", …" : "");
  }

  private void forEachVariant(WorkListener listener, Variant sink) throws IOException {
    try (InputStream bytes = ReportedInput.of(path, "reading " + path, listener);
        BoundedLines in =
            new BoundedLines(new InputStreamReader(bytes, StandardCharsets.UTF_8), longest)) {
      for (String text = next(in); text != null; text = next(in)) {
        if (text.startsWith("#CHROM")) {
          header(text);
        } else if (!text.startsWith("#") && !text.isBlank()) {
          variant(text, sink);
        }
      }
    }
    if (loci.isEmpty()) {
      throw new DataException(
          path
              + (omissions == 0
                  ? " has no line with a variant"
                  : " has only variants with several alternative alleles, which are left out")
              + "; pass one that has, or write it again");
    }
  }

  private @Nullable String next(BoundedLines in) throws IOException {
    line++;
    try {
      return in.next();
    } catch (BoundedLines.TooLongException e) {
      throw new DataException(
          "%s has more than %,d characters; a VCF has a line for each variant: write it again, or in parts with fewer individuals"
              .formatted(place(), longest),
          e);
    }
  }

  private void header(String text) {
    if (!samples.isEmpty()) {
      throw new DataException(
          place()
              + " is a second line with #CHROM; read one file at a time, or join files with bcftools");
    }
    List<String> cells = List.of(text.split("\t", -1));
    if (cells.size() <= FORMAT + 1) {
      throw new DataException(
          place() + " names no individuals after the column FORMAT; pass a file with genotypes");
    }
    samples = cells.subList(FORMAT + 1, cells.size());
  }

  private void variant(String text, Variant sink) {
    if (samples.isEmpty()) {
      throw new DataException(
          place() + " has a variant before the line that begins with #CHROM; put the header first");
    }
    String[] cells = text.split("\t", FORMAT + 2);
    if (cells.length != FORMAT + 2) {
      throw wrongNumber(text);
    }
    if (cells[ALTERNATIVE].indexOf(',') >= 0) {
      if (omissions++ < NAMED) {
        omitted.add(name(cells));
      }
      return;
    }
    if (!cells[FORMAT].equals("GT") && !cells[FORMAT].startsWith("GT:")) {
      throw new DataException(
          "%s has the format %s, which does not begin with the genotype, GT; leave such variants out, or call their genotypes"
              .formatted(place(), Excerpt.of(cells[FORMAT])));
    }
    loci.add(name(cells));
    sink.accept(text, cells[FORMAT + 1]);
  }

  private static String name(String[] cells) {
    return cells[NAME].equals(".") ? cells[CHROMOSOME] + ":" + cells[POSITION] : cells[NAME];
  }

  private byte[] genotypes(String text, String calls) {
    byte[] locus = new byte[AlleleCounts.bytes(samples.size())];
    int from = 0;
    for (int i = 0; i < samples.size(); i++) {
      if (from > calls.length()) {
        throw wrongNumber(text);
      }
      int tab = calls.indexOf('\t', from);
      int end = tab < 0 ? calls.length() : tab;
      int colon = calls.indexOf(':', from);
      AlleleCounts.put(
          locus, i, count(calls.substring(from, colon < 0 || colon > end ? end : colon), i));
      from = end + 1;
    }
    if (from <= calls.length()) {
      throw wrongNumber(text);
    }
    return locus;
  }

  private int count(String call, int i) {
    if (call.length() == 1) {
      int allele = allele(call, 0, i);
      return allele < 0 ? AlleleCounts.MISSING : 2 * allele;
    }
    if (call.length() != 3 || (call.charAt(1) != '/' && call.charAt(1) != '|')) {
      throw refused(call, i);
    }
    int first = allele(call, 0, i);
    int second = allele(call, 2, i);
    return first < 0 || second < 0 ? AlleleCounts.MISSING : first + second;
  }

  private int allele(String call, int at, int i) {
    return switch (call.charAt(at)) {
      case '.' -> -1;
      case '0' -> 0;
      case '1' -> 1;
      default -> throw refused(call, i);
    };
  }

  private DataException refused(String call, int i) {
    return new DataException(
        "%s has the genotype %s for %s, expected one such as 0/1, 1|1 or ./.; correct it, or set it to ./."
            .formatted(place(), Excerpt.of(call), Excerpt.of(samples.get(i))));
  }

  private DataException wrongNumber(String text) {
    return new DataException(
        "%s has %d columns, but the header has %d; the file may be cut or edited: write or copy it again"
            .formatted(place(), text.split("\t", -1).length, samples.size() + FORMAT + 1));
  }

  private String place() {
    return "line " + line + " of " + path;
  }
}
