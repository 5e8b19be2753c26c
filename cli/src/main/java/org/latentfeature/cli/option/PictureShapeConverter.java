package org.latentfeature.cli.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latentfeature.cli.option.PictureOptions.PictureSize;
import org.latentfeature.report.picture.PictureShape;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 30x40}: 30 high, 40 wide, stored row after row; or {@code auto}. */
final class PictureShapeConverter implements ITypeConverter<PictureSize> {

  private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8})[x×]([1-9]\\d{0,8})");

  @Override
  public PictureSize convert(String value) {
    if (value.equals("auto")) {
      return new PictureSize(null);
    }
    Matcher matcher = FORM.matcher(value);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + value + "' is not an image size; write height x width, for example 30x40, or auto");
    }
    return new PictureSize(
        new PictureShape(
            Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), false));
  }
}
