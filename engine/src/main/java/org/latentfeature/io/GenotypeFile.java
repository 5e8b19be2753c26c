package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixShape;

/**
 * Genotypes with names, as PLINK's {@code .bed} and {@code .ped}, variant call files and those of
 * STRUCTURE hold them.
 *
 * @param counts of one allele, of each individual at each locus
 * @param loci names of the loci; chromosome:position where the file has only a dot
 * @param labels of the individuals
 * @param ids the one of the labels that names them
 * @param note what a user should know of the file, such as what was left out; empty for nothing
 */
public record GenotypeFile(
    AlleleCounts counts,
    List<String> loci,
    Map<String, List<String>> labels,
    String ids,
    String note) {

  /** Formats whose files lie beside others, and are not compressed. */
  private static final List<String> OF_SEVERAL_FILES = List.of("bed", "ped");

  static final List<String> EXTENSIONS = List.of("bed", "ped", "vcf", "str", "stru", "structure");

  /** Returns whether {@link #read} reads files with the extension of {@code path}. */
  public static boolean isOne(Path path) {
    String extension = InputFile.extension(path);
    return EXTENSIONS.contains(extension)
        && (!OF_SEVERAL_FILES.contains(extension) || CompressedFile.of(path).isEmpty());
  }

  /** Returns whether files with the extension of {@code path} hold counts of one allele. */
  public static boolean holdsCounts(Path path) {
    return isOne(path) || InputFile.extension(path).equals("raw");
  }

  /**
   * Reads a file.
   *
   * @param path that {@link #isOne} says
   * @param listener receives the number of bytes read
   * @throws DataException naming file and line of what cannot be used, or if a file changes while
   *     it is read
   * @throws IOException if the device fails while reading
   */
  public static GenotypeFile read(Path path, WorkListener listener) throws IOException {
    return read(path, InputFile.extension(path), MissingCode.REFUSED, listener);
  }

  /**
   * Reads a file of a format, whatever its extension.
   *
   * @param missing what marks missing alleles in addition, where a format leaves that to its users
   */
  static GenotypeFile read(Path path, String format, MissingCode missing, WorkListener listener)
      throws IOException {
    return switch (format) {
      case "bed" -> PlinkReader.read(path, listener);
      case "ped" -> PlinkTextReader.read(path, listener);
      case "vcf" -> VcfReader.read(path, listener);
      default -> StructureReader.read(path, missing, listener);
    };
  }

  /** The size of the matrix in a file. */
  static MatrixShape shape(Path path, String format) throws IOException {
    return switch (format) {
      case "bed" -> PlinkReader.shape(path);
      case "vcf" -> VcfReader.shape(path);
      default -> {
        AlleleCounts counts = read(path, format, MissingCode.REFUSED, WorkListener.SILENT).counts();
        yield new MatrixShape(counts.individuals(), counts.loci());
      }
    };
  }

  /** The counts as data, with a row for each individual. */
  Dataset dataset(ReadOptions options, Path path) {
    return new Dataset(matrix(options, path), loci, labels, ids).withNote(note);
  }

  /**
   * The counts as a matrix, N×M, with NaN where they are missing.
   *
   * @param options which scale the counts, and say whether some may be missing; no count is a code
   * @param path name in messages
   */
  public Matrix matrix(ReadOptions options, Path path) {
    boolean isAllowed = options.missing().allowed();
    ReadOptions ofCounts = options.withMissing(isAllowed ? MissingCode.NAN : MissingCode.REFUSED);
    Matrix x = Matrix.allocate(counts.individuals(), counts.loci());
    float[] row = new float[counts.loci()];
    for (int i = 0; i < counts.individuals(); i++) {
      for (int j = 0; j < row.length; j++) {
        int count = counts.get(i, j);
        double value = count == AlleleCounts.MISSING ? Double.NaN : count;
        row[j] = ofCounts.narrow(value, i, j, path.toString());
      }
      x.setRow(i, row);
    }
    return x;
  }
}
