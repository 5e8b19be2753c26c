package org.latentfeature.io;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;

/**
 * Reads the genotypes (GT) of a variant call file, {@code .vcf} or {@code .vcf.gz}: a line for each
 * variant, a column for each individual. Counted are copies of the one alternative allele; a single
 * call (haploid) counts as two of its kind, as in PLINK, and a half call is missing.
 */
final class VcfReader {

  /** Name of the labels that name the individuals. */
  private static final String IDS = "sample";

  private static final int CHROMOSOME = 0;
  private static final int POSITION = 1;
  private static final int NAME = 2;
  private static final int ALTERNATIVE = 4;
  private static final int FORMAT = 8;
  private static final int BUFFER = 1 << 16;

  private final Path path;
  private final List<String> loci = new ArrayList<>();
  private final List<byte[]> packed = new ArrayList<>();
  private List<String> samples = List.of();
  private long line;

  private VcfReader(Path path) {
    this.path = path;
  }

  static GenotypeFile read(Path path, WorkListener listener) throws IOException {
    VcfReader reader = new VcfReader(path);
    return UnchangedFile.read(path, () -> reader.read(listener));
  }

  private GenotypeFile read(WorkListener listener) throws IOException {
    try (InputStream file = ReportedInput.of(path, "reading " + path, listener);
        InputStream bytes =
            InputFile.extension(path).equals("vcf.gz") ? new GZIPInputStream(file, BUFFER) : file;
        BufferedReader in =
            new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8), BUFFER)) {
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        line++;
        if (text.startsWith("#CHROM")) {
          header(text);
        } else if (!text.startsWith("#") && !text.isBlank()) {
          variant(text);
        }
      }
    } catch (EOFException | ZipException e) {
      throw new DataException(
          "%s is not a .gz file, or is truncated (%s); write or copy it again"
              .formatted(path, e.getMessage()),
          e);
    }
    if (loci.isEmpty()) {
      throw new DataException(path + " has no line with a variant");
    }
    AlleleCounts counts = AlleleCounts.of(samples.size(), packed.toArray(new byte[0][]));
    return new GenotypeFile(counts, loci, Map.of(IDS, samples), IDS);
  }

  private void header(String text) {
    List<String> cells = List.of(text.split("\t", -1));
    if (cells.size() <= FORMAT + 1) {
      throw new DataException(place() + " names no individuals after the column FORMAT");
    }
    samples = cells.subList(FORMAT + 1, cells.size());
  }

  private void variant(String text) {
    if (samples.isEmpty()) {
      throw new DataException(
          place() + " has a variant before the line that begins with #CHROM, as none of a VCF has");
    }
    String[] cells = text.split("\t", FORMAT + 2);
    if (cells.length != FORMAT + 2) {
      throw wrongNumber(text);
    }
    if (cells[ALTERNATIVE].indexOf(',') >= 0) {
      throw new DataException(
          "%s has several alternative alleles, %s, but counts are of one; leave such variants out: bcftools view -M2"
              .formatted(place(), Excerpt.of(cells[ALTERNATIVE])));
    }
    if (!cells[FORMAT].equals("GT") && !cells[FORMAT].startsWith("GT:")) {
      throw new DataException(
          "%s has the format %s, which does not begin with the genotype, GT"
              .formatted(place(), Excerpt.of(cells[FORMAT])));
    }
    loci.add(cells[NAME].equals(".") ? cells[CHROMOSOME] + ":" + cells[POSITION] : cells[NAME]);
    packed.add(genotypes(text, cells[FORMAT + 1]));
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
        "%s has the genotype %s for %s, expected one such as 0/1, 1|1 or ./."
            .formatted(place(), Excerpt.of(call), Excerpt.of(samples.get(i))));
  }

  private DataException wrongNumber(String text) {
    return new DataException(
        "%s has %d columns, but the header has %d"
            .formatted(place(), text.split("\t", -1).length, samples.size() + FORMAT + 1));
  }

  private String place() {
    return "line " + line + " of " + path;
  }
}
