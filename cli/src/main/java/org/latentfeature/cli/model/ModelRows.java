package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.DataFile;
import org.latentfeature.cli.option.PatchModel;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.TableOptions;
import org.latentfeature.data.DataHash;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Accepts;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.FileUnits;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.genome.Genotypes;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A model and rows with its columns, which are read as its fit would have seen them. */
final class ModelRows {

  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file of any kind.")
  @Reads
  Path model;

  @Parameters(
      converter = DataFile.class,
      index = "1",
      paramLabel = "X",
      description =
          "Data of the fit, or new rows with the same columns; for a model of 'lfm denoise' an "
              + "image, whose patches are the rows.")
  @Reads
  Path data;

  @Mixin ReadingOptions reading = new ReadingOptions();

  /**
   * Reads rows with the columns of the model as its fit would have seen them; of a model of patches
   * those of a picture. A file whose X takes more than {@code most} bytes is opened, if it can be,
   * for models whose data are as in the file.
   *
   * @param empty whether rows of a matrix may be without a known entry
   * @throws Failure or a {@link org.latentfeature.data.DataException} if they have others, or it
   *     has no use for an option
   */
  Dataset read(Model fitted, TableOptions table, boolean empty, long most, Reporting reporting)
      throws IOException {
    return prepared(fitted, readAsFitted(fitted, table, empty, most, reporting));
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

  /** Reads rows with the columns of the model like {@link #read}, but does not prepare them. */
  Dataset readAsFitted(
      Model fitted, TableOptions table, boolean empty, long most, Reporting reporting)
      throws IOException {
    Map<String, String> options = fitted.manifest().options();
    List<String> loci =
        options.containsKey(FittedData.GENOTYPES) ? fitted.manifest().columnNames() : null;
    if (table.labelColumns != null && loci == null) {
      throw new Failure(
          "%s was not fitted to a table of genotypes; drop --label-columns".formatted(model));
    }
    if (table.missing.isGiven()
        && !Accepts.MISSING.isOf(Estimators.of(fitted))
        && !(fitted instanceof FactorModel)) {
      throw new Failure(
          "%s is a model of kind %s, which needs every entry; drop --missing"
              .formatted(model, fitted.manifest().kind()));
    }
    if (PatchModel.isOne(fitted)) {
      if (!reading.given().isEmpty() || table.isGiven()) {
        throw new Failure(
            data
                + " is read as an image, as for the fit; drop --scale-by, --entry, --missing and "
                + "--label-columns");
      }
      return new Dataset(PatchModel.patches(fitted, data, reporting), null);
    }
    if (loci != null) {
      if (!reading.given().isEmpty()) {
        throw new Failure(
            "%s is read as a table of genotypes, as for the fit; drop %s"
                .formatted(data, String.join(", ", reading.given())));
      }
      Genotypes people =
          PreparedRows.people(data, table.genotypes(options), reporting)
              .inOrderOf(loci, data.toString());
      return PreparedRows.dataset(people);
    }
    MissingCode missing = table.missing(options);
    boolean isWhole = missing.allowed() || isInMemory(fitted);
    Dataset read =
        reading.readFor(fitted, data, missing, isWhole ? Long.MAX_VALUE : most, reporting);
    if (read.rows() instanceof Matrix x) {
      MissingNotes.ofRows(x, data, empty, reporting);
      noteOrder(fitted, x, reporting);
    }
    return read;
  }

  /** Notes that rows are in no order of time, where the model codes each beside its neighbours. */
  private void noteOrder(Model fitted, Matrix x, Reporting reporting) {
    if (fitted instanceof FactorModel factors && factors.isOrdered()) {
      OrderedRows.highRatio(x)
          .ifPresent(
              ratio ->
                  reporting.note(
                      "rows of %s are as far from the next as from any other (von Neumann's ratio %.3f, 1 without an order), but the model codes each beside its neighbours; sort them by time"
                          .formatted(data, ratio)));
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
}
