package org.latentfeature.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How the D numbers of a row make a picture.
 *
 * @param height rows of pixels
 * @param width columns of pixels
 * @param columnMajor whether they are stored column after column
 */
record PictureShape(int height, int width, boolean columnMajor) {

  PictureShape inColumns(boolean value) {
    return new PictureShape(height, width, value);
  }

  long pixels() {
    return (long) height * width;
  }

  /** Place of pixel (i, j) among the D numbers. */
  int at(int i, int j) {
    return columnMajor ? j * height + i : i * width + j;
  }

  /** Reads {@code 30x40}: 30 high, 40 wide, stored row after row. */
  static final class Converter implements ITypeConverter<PictureShape> {

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})[x×]([1-9]\\d{0,8})");

    @Override
    public PictureShape convert(String value) {
      Matcher matcher = FORM.matcher(value);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + value + "' is no picture's shape; write height x width, for example 30x40");
      }
      return new PictureShape(
          Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), false);
    }
  }
}
