package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.EntrySizes;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.genome.Genotypes;

/**
 * Rows to fit, from a matrix or a table of genotypes.
 *
 * @param data the rows, NaN where an entry is not known
 * @param preparation how they came from the file, as a model's options say it
 * @param standardisation of their columns; null where they are as in the file
 */
public record PreparedRows(
    Dataset data, Map<String, String> preparation, @Nullable Standardisation standardisation) {

  /** How many columns a note names. */
  private static final int NAMED = 10;

  /** Data to fit as they were read. */
  public static PreparedRows asRead(Dataset data, ReadingOptions reading) {
    return asRead(data, reading, MissingCode.REFUSED);
  }

  /**
   * Returns data to fit as they were read, with a code of missing entries.
   *
   * @param missing what stood for a missing entry
   */
  public static PreparedRows asRead(Dataset data, ReadingOptions reading, MissingCode missing) {
    ReadOptions options = reading.options().withMissing(missing);
    return new PreparedRows(data, FittedData.preparation(options, 0), null);
  }

  /** Reads a matrix to fit; its columns are standardised by themselves, if that is wished. */
  public static PreparedRows matrix(
      Path file,
      ReadingOptions reading,
      TableOptions table,
      boolean standardise,
      Reporting reporting)
      throws IOException {
    Dataset data = reading.read(file, table.missing(Map.of()), reporting);
    if (!(data.rows() instanceof SparseRows)) {
      MissingNotes.ofRows(data.x(), file, false, reporting);
    }
    Map<String, String> preparation =
        FittedData.preparation(reading.options().withMissing(table.missing(Map.of())), 0);
    return standardise
        ? standardised(data, preparation, file, reporting)
        : new PreparedRows(data, preparation, null);
  }

  /** Reads genotypes to fit, which are always standardised: loci differ in their sizes. */
  public static PreparedRows genotypes(Path file, TableOptions table, Reporting reporting)
      throws IOException {
    GenotypeOptions options = table.genotypes(Map.of());
    Genotypes people = people(file, options, reporting);
    Map<String, String> preparation = new TreeMap<>();
    preparation.put(FittedData.GENOTYPES, "true");
    preparation.put(FittedData.MISSING, options.missing().toString());
    if (options.labelColumns() != null) {
      preparation.put(FittedData.LABEL_COLUMNS, options.labelColumns().toString());
    }
    return standardised(dataset(people), preparation, file, reporting);
  }

  /** A table's first label names the individuals, if no two of them have the same. */
  static Dataset dataset(Genotypes people) {
    String ids =
        people.labels().entrySet().stream()
            .findFirst()
            .filter(label -> Set.copyOf(label.getValue()).size() == people.people())
            .map(Map.Entry::getKey)
            .orElse(null);
    return new Dataset(people.x(), people.loci(), people.labels(), ids);
  }

  static Genotypes people(Path file, GenotypeOptions options, Reporting reporting)
      throws IOException {
    Genotypes people = GenotypeReader.read(file, options);
    reporting.note(
        "%s: %,d individuals, %,d loci".formatted(file, people.people(), people.loci().size()));
    people.notes().forEach(reporting::note);
    people.missing(file.toString());
    MissingNotes.note(people.x(), reporting);
    return people;
  }

  private static PreparedRows standardised(
      Dataset data, Map<String, String> preparation, Path file, Reporting reporting) {
    if (data.x().rows() == 1) {
      throw new Failure(file + " has one row; standardising columns needs at least two");
    }
    EntrySizes.requireHeld(data.x(), file.toString());
    Standardisation columns = Standardisation.of(data.x(), data.columnNames(), file.toString());
    if (columns.constant().size() == columns.cols()) {
      throw new Failure(
          "every column of %s is constant: after standardising there is nothing to explain"
              .formatted(file));
    }
    noteConstant(columns.constant(), data.columnNames(), file, reporting);
    preparation.put(FittedData.STANDARDISE, "true");
    return new PreparedRows(data.withRows(columns.apply(data.x())), preparation, columns);
  }

  private static void noteConstant(
      List<Integer> constant, @Nullable List<String> names, Path file, Reporting reporting) {
    if (constant.isEmpty()) {
      return;
    }
    String named =
        constant.stream()
            .limit(NAMED)
            .map(j -> names == null ? "column " + (j + 1) : names.get(j))
            .collect(Collectors.joining(", "));
    int more = constant.size() - NAMED;
    reporting.note(
        "%s: constant columns, divided by 1 instead of their standard deviation: %s%s"
            .formatted(file, named, more > 0 ? " and %,d more".formatted(more) : ""));
  }
}
