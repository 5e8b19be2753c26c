package org.latentfeature.cli.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.latentfeature.backend.Backend;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.option.BackendOptions;
import org.latentfeature.cli.option.EmptyRowsOption;
import org.latentfeature.cli.option.MatrixOutput;
import org.latentfeature.cli.option.MissingOption;
import org.latentfeature.cli.option.PatchModel;
import org.latentfeature.cli.option.ReadingOptions;
import org.latentfeature.cli.option.Reads;
import org.latentfeature.cli.option.SeedOption;
import org.latentfeature.cli.option.Writes;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.FileUnits;
import org.latentfeature.fit.model.Imputation;
import org.latentfeature.fit.model.Model;
import org.latentfeature.io.MissingCode;
import org.latentfeature.step.coding.Codes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lfm impute}: what a model says of entries that are missing. */
@Command(
    name = "impute",
    description = {
      "Fill the missing entries of X by a model, or by the mean of several.",
      "Each row is coded by its known entries, as by 'lfm transform'; a missing entry becomes "
          + "that of the reconstruction. Known entries stay as they are read, in 32-bit floats. "
          + "The result is in the units of X: --scale-by and a standardisation of columns are "
          + "undone.",
      "Missing are NaN and empty cells, unless the fit or --missing names a number as well. In .csv, the result has the header and the row names "
          + "of X, if X has any.",
      "rmse is the error of the reconstruction at the known entries."
    },
    footer = {
      "",
      "Examples:",
      "  ${COMMAND-FULL-NAME} model.lfm X.csv -o filled.csv",
      "  ${COMMAND-FULL-NAME} model.lfm X.npy -o filled.npy --missing -9 --soft",
      "  ${COMMAND-FULL-NAME} models/*.lfm X.csv -o filled.csv --soft"
    })
public final class ImputeCommand implements Callable<Integer> {

  @Parameters(
      arity = "2..*",
      paramLabel = "MODEL... X",
      hideParamSyntax = true,
      description =
          "Model files of any kind, and then data with their columns. Of several models, such as "
              + "fits with different seeds, the mean of their reconstructions is taken.")
  @Reads
  List<Path> files = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILLED",
      required = true,
      converter = MatrixOutput.Converter.class,
      description = "Write X without missing entries to this file, .npy or .csv.")
  @Writes
  MatrixOutput output;

  @Option(
      names = "--soft",
      description =
          "Weigh features by their probabilities, as of 'lfm transform --soft', instead of 0 and "
              + "1: less error where the known entries leave features open (binary "
              + "factorisations only).")
  boolean soft;

  @Mixin SeedOption seed = new SeedOption();
  @Mixin ReadingOptions reading = new ReadingOptions();
  @Mixin MissingOption missing = new MissingOption();
  @Mixin EmptyRowsOption emptyRows = new EmptyRowsOption();
  @Mixin BackendOptions backends = new BackendOptions();
  @Mixin Reporting reporting = new Reporting();

  @Override
  public Integer call() throws IOException {
    reading.check();
    backends.check();
    Path data = files.get(files.size() - 1);
    List<ModelFileRead> models = ModelFileRead.all(files.subList(0, files.size() - 1));
    models.forEach(this::requireMatrix);
    Model first = models.get(0).model();
    MissingCode code = missing.code(first.manifest().options(), MissingCode.NAN);
    Dataset rows = reading.readUnscaledFor(first, data, code, reporting);
    MissingNotes.ofRows(rows.x(), data, emptyRows.areZero(), reporting);
    Imputation filled;
    try (Backend backend = backends.open(reporting)) {
      filled = Imputation.of(rows.x(), reconstruction(models, rows.x(), backend));
    }
    if (filled.left() > 0) {
      reporting.note(
          "%,d entries stay missing: the fit knew no entry of their columns"
              .formatted(filled.left()));
    }
    if (filled.filled() + filled.left() == 0) {
      reporting.note("%s has no missing entry; %s holds the same".formatted(data, output.path()));
    }
    output.write(filled.x(), rows.columnNames(), rows.ids());
    Answer answer = new Answer().with("filled_matrix", output.path().toString());
    if (models.size() > 1) {
      answer.with("models", models.size());
    }
    answer
        .with("rows", rows.x().rows())
        .with("columns", rows.x().cols())
        .with("filled", filled.filled());
    if (filled.left() > 0) {
      answer.with("left", filled.left());
    }
    reporting.answer(
        answer
            .with("share", (double) filled.filled() / rows.x().size())
            .with("rmse", filled.rmse()));
    return CommandLine.ExitCode.OK;
  }

  private void requireMatrix(ModelFileRead read) {
    Model fitted = read.model();
    if (soft) {
      SoftModel.require(fitted, read.file());
    }
    String kind =
        PatchModel.isOne(fitted)
            ? "the patches of an image; 'lfm denoise' restores images"
            : fitted.manifest().options().containsKey(FittedData.GENOTYPES)
                ? "genotypes, two columns for each locus; 'lfm impute' fills matrices only"
                : null;
    if (kind != null) {
      throw new Failure("%s was fitted to %s".formatted(read.file(), kind));
    }
  }

  /** The mean of those of all models, in the units of the file. */
  private Matrix reconstruction(List<ModelFileRead> models, Matrix x, Backend backend) {
    Matrix first = reconstruction(models.get(0).model(), x, backend);
    if (models.size() == 1) {
      return first;
    }
    ReconstructionMean mean = new ReconstructionMean(first);
    models.stream().skip(1).forEach(read -> mean.add(reconstruction(read.model(), x, backend)));
    return mean.matrix();
  }

  /** In the units of the file. */
  private Matrix reconstruction(Model fitted, Matrix x, Backend backend) {
    FileUnits units = reading.unitsFor(fitted, reporting);
    Matrix prepared = fitted.fitted(x, units).matrix();
    Coder coder = emptyRows.applyTo(fitted.coder(backend, seed.seed));
    CodedRows coded = coder.code(prepared, reporting.course());
    Codes codes = soft ? coder.soft(prepared, coded, reporting.course()) : coded.likeliest();
    return fitted.reconstruct(codes, units);
  }
}
