package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixReader;
import org.latentfeature.data.MissingCode;
import org.latentfeature.data.ReadOptions;
import org.latentfeature.fit.FittedData;
import org.latentfeature.model.Model;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How X is read. */
final class ReadingOptions {

  @Option(
      names = "--scale-by",
      paramLabel = "C",
      description =
          "Multiply X by C, for example 0.00392156862745098 for pictures of 0…255 (default: 1, or"
              + " what the model was fitted with).")
  @Nullable Double scaleBy;

  @Option(names = "--entry", paramLabel = "NAME", description = "Which array of an .npz file is X.")
  @Nullable String entry;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Wrong use is told before any file is read. */
  void check() {
    if (scaleBy != null && (scaleBy == 0 || !Double.isFinite(scaleBy))) {
      throw new ParameterException(
          command.commandLine(),
          "--scale-by is " + scaleBy + "; it must be a finite number other than 0");
    }
  }

  /** The factor in use where no model gives another. */
  double factor() {
    return scaleBy == null ? 1 : scaleBy;
  }

  /** How to read where no model gives another factor. */
  ReadOptions options() {
    return options(factor());
  }

  private ReadOptions options(double factor) {
    return ReadOptions.DEFAULT.withEntry(entry).withScaleBy(factor);
  }

  /** Reads X as the options say; every entry must be known. */
  Dataset read(Path file, Reporting reporting) throws IOException {
    return read(file, MissingCode.REFUSED, reporting);
  }

  /** Reads X as the options say, NaN where {@code missing} says that an entry is not known. */
  Dataset read(Path file, MissingCode missing, Reporting reporting) throws IOException {
    return read(file, options().withMissing(missing), reporting);
  }

  /**
   * Reads X in the units in which {@code model} was fitted, and checks that it has the model's
   * columns; every entry must be known.
   */
  Dataset readFor(Model model, Path file, Reporting reporting) throws IOException {
    return readFor(model, file, MissingCode.REFUSED, reporting);
  }

  /** The same, NaN where {@code missing} says that an entry is not known. */
  Dataset readFor(Model model, Path file, MissingCode missing, Reporting reporting)
      throws IOException {
    double factor = factor();
    if (scaleBy == null) {
      factor =
          Double.parseDouble(model.manifest().options().getOrDefault(FittedData.SCALE_BY, "1"));
      if (factor != 1) {
        reporting.note(
            "X is multiplied by " + factor + ", as for the fit; --scale-by changes that");
      }
    }
    Dataset data = read(file, options(factor).withMissing(missing), reporting);
    ModelColumns.requireSame(model, data, file);
    return data;
  }

  private static Dataset read(Path file, ReadOptions options, Reporting reporting)
      throws IOException {
    reporting.course().onWork("reading " + file, 0, 0);
    Dataset data = MatrixReader.read(file, options, reporting.course());
    reporting.note("%s: %,d × %,d".formatted(file, data.x().rows(), data.x().cols()));
    return data;
  }
}
