package org.latentfeature.cli.option;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an amount of memory: a number of bytes, or of KiB, MiB, GiB or TiB by its last letter. */
public final class ByteCount implements ITypeConverter<Long> {

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,12})\\s*(?:([kmgt])(?:i?b)?)?", Pattern.CASE_INSENSITIVE);

  @Override
  public Long convert(String value) {
    Matcher form = FORM.matcher(value.strip());
    if (form.matches()) {
      String unit = form.group(2);
      int shift = unit == null ? 0 : 10 * (1 + "kmgt".indexOf(unit.toLowerCase(Locale.ROOT)));
      long count = Long.parseLong(form.group(1));
      if (count > 0 && count <= Long.MAX_VALUE >> shift) {
        return count << shift;
      }
    }
    throw new TypeConversionException(
        "'" + value + "' is not an amount of memory, such as 800m or 12g");
  }
}
