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
import org.latentfeature.cli.option.PatchModel;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.EntrySizes;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.FileUnits;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.io.genome.GenotypeOptions;
import org.latentfeature.io.genome.GenotypeReader;
import org.latentfeature.io.genome.Genotypes;

/**
 * Rows as a fit sees them, from a matrix or a table of genotypes.
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

  /**
   * Reads rows with the columns of {@code model} as its fit would have seen them; of a model of
   * patches those of a picture. A file whose X takes more than {@code most} bytes is opened, if it
   * can be, for models whose data are as in the file.
   *
   * @param empty whether rows of a matrix may be without a known entry
   * @throws Failure or a {@link org.latentfeature.data.DataException} if they have others, or it
   *     has no use for an option
   */
  public static Dataset readFor(
      Model model,
      Path modelFile,
      Path file,
      ReadingOptions reading,
      TableOptions table,
      boolean empty,
      long most,
      Reporting reporting)
      throws IOException {
    Dataset read = readAsFitted(model, modelFile, file, reading, table, empty, most, reporting);
    return prepared(model, read);
  }

  /** Returns the rows that {@link #readAsFitted} has read, prepared as for the fit of the model. */
  static Dataset prepared(Model model, Dataset read) {
    return read.withRows(model.fitted(read.rows(), FileUnits.OF_THE_FIT));
  }

  /**
   * Returns whether these are the rows of the fit.
   *
   * @param read as {@link #readAsFitted} has read them
   */
  static boolean areFitted(Model model, Dataset read) {
    Dataset hashed = model instanceof FactorModel ? read : prepared(model, read);
    return DataHash.sha256(hashed.rows()).equals(model.manifest().dataHash());
  }

  /**
   * Reads rows with the columns of {@code model} like {@link #readFor}, but leaves them to be
   * {@link #prepared}.
   */
  static Dataset readAsFitted(
      Model model,
      Path modelFile,
      Path file,
      ReadingOptions reading,
      TableOptions table,
      boolean empty,
      long most,
      Reporting reporting)
      throws IOException {
    Map<String, String> fitted = model.manifest().options();
    List<String> loci =
        fitted.containsKey(FittedData.GENOTYPES) ? model.manifest().columnNames() : null;
    if (table.labelColumns != null && loci == null) {
      throw new Failure(
          "%s was not fitted to a table of genotypes; drop --label-columns".formatted(modelFile));
    }
    if (table.missing.isGiven()
        && !Accepts.MISSING.isOf(Estimators.of(model))
        && !(model instanceof FactorModel)) {
      throw new Failure(
          "%s is a model of kind %s, which needs every entry; drop --missing"
              .formatted(modelFile, model.manifest().kind()));
    }
    if (PatchModel.isOne(model)) {
      if (!reading.given().isEmpty() || table.isGiven()) {
        throw new Failure(
            file
                + " is read as an image, as for the fit; drop --scale-by, --entry, --missing and "
                + "--label-columns");
      }
      return new Dataset(PatchModel.patches(model, file, reporting), null);
    }
    Dataset data;
    if (loci != null) {
      if (!reading.given().isEmpty()) {
        throw new Failure(
            "%s is read as a table of genotypes, as for the fit; drop %s"
                .formatted(file, String.join(", ", reading.given())));
      }
      Genotypes people =
          people(file, table.genotypes(fitted), reporting).inOrderOf(loci, file.toString());
      data = dataset(people);
    } else {
      data = read(model, file, reading, table.missing(fitted), most, reporting);
      if (data.rows() instanceof Matrix x) {
        MissingNotes.ofRows(x, file, empty, reporting);
        noteOrder(model, x, file, reporting);
      }
    }
    return data;
  }

  /** Tells of rows in no order of time, of a model that codes each beside its neighbours. */
  private static void noteOrder(Model model, Matrix x, Path file, Reporting reporting) {
    if (model instanceof FactorModel factors && factors.isOrdered()) {
      OrderedRows.highRatio(x)
          .ifPresent(
              ratio ->
                  reporting.note(
                      "rows of %s are as far from the next as from any other (von Neumann's ratio %.3f, 1 without an order), but the model codes each beside its neighbours; sort them by time"
                          .formatted(file, ratio)));
    }
  }

  /**
   * Returns whether the model weighs its rows in one way or another, or codes them beside their
   * neighbours, which requires them in memory.
   */
  private static boolean isInMemory(Model model) {
    return Estimators.of(model).isWeighted()
        || (model instanceof FactorModel factors
            && (factors.variation() != null || factors.isOrdered()));
  }

  /** Models with weights code rows in memory. */
  private static Dataset read(
      Model model,
      Path file,
      ReadingOptions reading,
      MissingCode missing,
      long most,
      Reporting reporting)
      throws IOException {
    return missing.allowed()
        ? reading.readFor(model, file, missing, reporting)
        : reading.readFor(model, file, isInMemory(model) ? Long.MAX_VALUE : most, reporting);
  }

  /** A table's first label names the individuals, if no two of them have the same. */
  private static Dataset dataset(Genotypes people) {
    String ids =
        people.labels().entrySet().stream()
            .findFirst()
            .filter(label -> Set.copyOf(label.getValue()).size() == people.people())
            .map(Map.Entry::getKey)
            .orElse(null);
    return new Dataset(people.x(), people.loci(), people.labels(), ids);
  }

  private static Genotypes people(Path file, GenotypeOptions options, Reporting reporting)
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
