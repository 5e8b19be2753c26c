package org.latentfeature.cli.option;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.MissingCode;
import org.latentfeature.io.genome.GenotypeOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for tables with missing entries, or with loci after label columns. */
public final class TableOptions {

  @Mixin public MissingOption missing = new MissingOption();

  @Option(
      names = "--label-columns",
      paramLabel = "L",
      description =
          "Number of label columns of a table of genotypes; the columns after them are loci, "
              + "two for each (default: as in the fit; for a fit, loci are found by their column "
              + "names).")
  public @Nullable Integer labelColumns;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** Wrong use is told before any file is read. */
  public void check() {
    if (labelColumns != null && labelColumns < 0) {
      throw new ParameterException(
          command.commandLine(), "--label-columns is " + labelColumns + "; it must be at least 0");
    }
  }

  /** Returns whether any of these options was given. */
  public boolean isGiven() {
    return missing.isGiven() || labelColumns != null;
  }

  /**
   * Returns the code of missing entries.
   *
   * @param fitted the options of the model that the table is read for; empty for a fit
   */
  public MissingCode missing(Map<String, String> fitted) {
    return missing.code(fitted, MissingCode.REFUSED);
  }

  /** How a table of genotypes is read; {@code fitted} as above. */
  public GenotypeOptions genotypes(Map<String, String> fitted) {
    GenotypeOptions options =
        GenotypeOptions.DEFAULT.withMissing(
            missing.code(fitted, GenotypeOptions.DEFAULT.missing()));
    if (labelColumns != null) {
      return options.withLabelColumns(labelColumns);
    }
    String was = fitted.get(FittedData.LABEL_COLUMNS);
    if (was == null) {
      return options;
    }
    if (!was.matches("\\d{1,9}")) {
      throw new Failure(
          "the model states %s label columns; pass --label-columns".formatted(Excerpt.of(was)));
    }
    return options.withLabelColumns(Integer.parseInt(was));
  }
}
