package org.latentfeature.cli.option;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FittedData;
import org.latentfeature.genome.GenotypeOptions;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.MissingCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What a table says besides known numbers: that entries are missing, and where its loci begin. */
public final class TableOptions {

  @Option(
      names = "--missing",
      paramLabel = "CODE",
      converter = CodeConverter.class,
      description =
          "Code of missing values: nan (in text files also empty cells, NA and similar), or a "
              + "number in addition to these. Missing values are left out of the likelihood "
              + "(default: as in the fit; for a fit, -9 with --genotypes, otherwise missing values "
              + "are errors).")
  public @Nullable MissingCode missing;

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

  /** Whether anything was said. */
  public boolean isGiven() {
    return missing != null || labelColumns != null;
  }

  /**
   * What stands for a missing entry.
   *
   * @param fitted the options of the model that the table is read for; empty for a fit
   */
  public MissingCode missing(Map<String, String> fitted) {
    return missing(fitted, MissingCode.REFUSED);
  }

  /** How a table of genotypes is read; {@code fitted} as above. */
  public GenotypeOptions genotypes(Map<String, String> fitted) {
    GenotypeOptions options =
        GenotypeOptions.DEFAULT.withMissing(missing(fitted, GenotypeOptions.DEFAULT.missing()));
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

  private MissingCode missing(Map<String, String> fitted, MissingCode otherwise) {
    if (missing != null) {
      return missing;
    }
    String was = fitted.get(FittedData.MISSING);
    return was == null ? otherwise : MissingCode.parse(was);
  }

  /** Reads {@code nan} or a number. */
  public static final class CodeConverter implements ITypeConverter<MissingCode> {

    @Override
    public MissingCode convert(String value) {
      try {
        return MissingCode.parse(value);
      } catch (DataException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
