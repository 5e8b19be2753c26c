package org.latentfeature.io.genome;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.CellNumbers;
import org.latentfeature.io.DelimitedRecord;
import org.latentfeature.io.DelimitedText;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.GenotypeFile;
import org.latentfeature.io.InputFile;
import org.latentfeature.io.MatrixFormat.Trait;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.Nucleotides;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.UnchangedFile;

/**
 * Reads tables with a header, a row for each individual and two columns for each locus, with the
 * sizes of the individual's two alleles; {@code .csv}, {@code .tsv}, or any text whose delimiter
 * its first line shows.
 *
 * <p>Loci are found by their columns' names: {@code D1S80.1} and {@code D1S80.2}, wherever they
 * stand ({@code _ -} and {@code :} serve too), or one name for two columns side by side, also where
 * R or pandas made the second {@code D1S80.1}. Or the table is said to begin with so many label
 * columns, and what follows are loci, two columns each. All other columns are kept as labels.
 *
 * <p>A genotype is known only if both alleles are: the mean of one would be a guess at the other.
 * Individuals and loci without known genotypes are read as missing.
 *
 * <p>Also a file that {@linkplain GenotypeFile#holdsCounts holds counts}, which take the place of
 * mean sizes.
 */
public final class GenotypeReader {

  private final DelimitedText text;
  private final GenotypeOptions options;

  private long records;
  private List<String> header = List.of();

  private GenotypeReader(DelimitedText text, GenotypeOptions options) {
    this.text = text;
    this.options = options;
  }

  /**
   * Reads a table.
   *
   * @throws DataException naming line, column and value of what cannot be used, or if the file
   *     changes while it is read
   * @throws IOException if the device fails while reading
   */
  public static Genotypes read(Path path, GenotypeOptions options) throws IOException {
    if (GenotypeFile.holdsCounts(path)) {
      return counts(path, options);
    }
    if (MatrixReader.isNamedMatrix(path)
        && !MatrixReader.has(Trait.TEXT_TABLE, path, ReadOptions.DEFAULT)) {
      InputFile.requireReadable(path);
      throw new DataException(
          path + " is not a table of genotypes: name a text file (.csv, .tsv, .txt) with a header");
    }
    return UnchangedFile.read(
        path, () -> new GenotypeReader(DelimitedText.of(path), options).read());
  }

  private static Genotypes counts(Path path, GenotypeOptions options) throws IOException {
    if (options.labelColumns() != null) {
      throw new DataException(
          path + " has no label columns: those are of tables; drop the number of label columns");
    }
    Dataset read = MatrixReader.read(path, ReadOptions.DEFAULT.withMissing(MissingCode.NAN));
    List<String> loci = requireNonNull(read.columnNames());
    GenotypeColumns.requireDistinct(loci, path);
    return new Genotypes(loci, read.labels(), read.x(), read.notes());
  }

  private Genotypes read() throws IOException {
    text.forEachRecord(false, this::measure);
    if (records == 0) {
      throw new DataException(text.path() + " is empty");
    }
    GenotypeColumns columns = GenotypeColumns.of(header, options, text.path());
    if (records == 1) {
      throw new DataException(text.path() + " has a header but no rows");
    }
    if (records - 1 > Integer.MAX_VALUE) {
      throw new DataException(
          text.path() + " has " + (records - 1) + " rows, more than " + Integer.MAX_VALUE);
    }
    Matrix x = Matrix.allocate((int) (records - 1), columns.loci().size());
    RowFiller filler = new RowFiller(columns, x);
    text.forEachRecord(true, filler::accept);
    if (filler.at != x.rows()) {
      throw text.changed();
    }
    String note = options.missing().unused(filler.marked, text.path());
    return new Genotypes(
        columns.names(), filler.labels, x, note.isEmpty() ? List.of() : List.of(note));
  }

  private void measure(DelimitedRecord record) {
    if (records == 0) {
      header = record.cells().stream().map(String::strip).toList();
    }
    records++;
  }

  /** Turns one record after the other into a row of the matrix and a label of each kind. */
  private final class RowFiller {

    private final GenotypeColumns columns;
    private final Matrix x;
    private final Map<String, List<String>> labels = new LinkedHashMap<>();
    private final CellNumbers numbers = text.numbers();
    private final float[] row;
    private int at = -1;

    /** True if a cell has the text of missing alleles. */
    private boolean marked;

    RowFiller(GenotypeColumns columns, Matrix x) {
      this.columns = columns;
      this.x = x;
      this.row = new float[x.cols()];
    }

    void accept(DelimitedRecord record) {
      if (at < 0) {
        at = 0;
        return;
      }
      List<String> cells = record.cells();
      if (at == x.rows() || cells.size() != header.size()) {
        throw text.changed();
      }
      columns
          .labels()
          .forEach(
              (name, j) ->
                  labels.computeIfAbsent(name, n -> new ArrayList<>()).add(cells.get(j).strip()));
      for (int l = 0; l < row.length; l++) {
        Locus locus = columns.loci().get(l);
        double first = allele(cells, locus.first(), record.line());
        double second = allele(cells, locus.second(), record.line());
        // NaN if either is.
        row[l] = (float) (first / 2 + second / 2);
      }
      x.setRow(at++, row);
    }

    /** The size in column {@code j}, or NaN where it is not known. */
    private double allele(List<String> cells, int j, long line) {
      String cell = cells.get(j).strip();
      MissingCode missing = options.missing();
      marked |= cell.equals(missing.text());
      if (missing.means(cell)) {
        return Double.NaN;
      }
      double size;
      try {
        size = numbers.parse(cell);
      } catch (NumberFormatException e) {
        throw refused(
            cell,
            j,
            line,
            ", not an allele size"
                + (Nucleotides.isLetter(cell) ? Nucleotides.WAY_OUT : e.getMessage()));
      }
      if (missing.means(size)) {
        return Double.NaN;
      }
      if (size <= 0) {
        throw refused(
            cell,
            j,
            line,
            ", but allele sizes are above 0; if it marks a missing allele, set it as the missing"
                + " code (now "
                + missing
                + "); if alleles are numbered from 0, number them from 1");
      }
      if (size > Float.MAX_VALUE) {
        throw refused(cell, j, line, ", beyond the largest 32-bit float (3.4e38)");
      }
      return size;
    }

    private DataException refused(String cell, int j, long line, String why) {
      return new DataException(
          text.place(line, j, header)
              + (cell.isEmpty() ? " is empty" : " is " + Excerpt.of(cell))
              + why);
    }
  }
}
