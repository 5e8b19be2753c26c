package org.latentfeature.cli.option;

import org.latentfeature.data.DataException;
import org.latentfeature.io.MissingCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How X says that an entry is not known, for the commands that make do with the others. */
final class MissingOption {

  @Option(
      names = "--missing",
      paramLabel = "nan|CODE",
      converter = Converter.class,
      description =
          "X may lack entries: NaN, an empty cell or NA and, if CODE is a number, that number"
              + " (default: every entry must be known).")
  MissingCode code = MissingCode.REFUSED;

  /** Reads {@code nan} or a number. */
  static final class Converter implements ITypeConverter<MissingCode> {

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
