package org.latentfeature.cli.option;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;
import org.latentfeature.fit.FittedData;
import org.latentfeature.io.MissingCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that names the code of missing entries. */
public final class MissingOption {

  @Option(
      names = "--missing",
      paramLabel = "CODE",
      converter = CodeConverter.class,
      description =
          "Code of missing values: nan, or a number or a text besides nan. In "
              + "text files nan includes empty cells, NA and similar; a text, such as "
              + "k.A., marks the cells of a table that are equal to it. What is missing "
              + "is left out, not filled in (default: as in the fit; for a fit, -9 "
              + "with --genotypes, otherwise missing values are errors).")
  @Nullable MissingCode missing;

  /** Returns whether {@code --missing} was given. */
  public boolean isGiven() {
    return missing != null;
  }

  /** Returns the code of missing entries in data to fit. */
  public MissingCode code() {
    return code(Map.of(), MissingCode.REFUSED);
  }

  /**
   * Returns the code of missing entries: the option's, or else that of the fit.
   *
   * @param fitted the options of the model that the data are read for
   * @param otherwise where neither they nor the user say
   */
  public MissingCode code(Map<String, String> fitted, MissingCode otherwise) {
    if (missing != null) {
      return missing;
    }
    String was = fitted.get(FittedData.MISSING);
    return was == null ? otherwise : MissingCode.parse(was);
  }

  /** Reads {@code nan}, a number or a text. */
  static final class CodeConverter implements ITypeConverter<MissingCode> {

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
