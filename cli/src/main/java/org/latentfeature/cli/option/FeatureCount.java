package org.latentfeature.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads K: a whole number of at least 1. */
public class FeatureCount implements ITypeConverter<Integer> {

  @Override
  public @Nullable Integer convert(String value) {
    int k;
    try {
      k = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + value + "' is not a whole number");
    }
    if (k < 1) {
      throw new TypeConversionException("K is " + k + "; a fit needs at least 1 feature");
    }
    return k;
  }

  /** Reads the same, or {@value #WORD} as null: the data choose. */
  public static final class OrAuto extends FeatureCount {

    /** That the data choose. */
    public static final String WORD = "auto";

    @Override
    public @Nullable Integer convert(String value) {
      return value.equals(WORD) ? null : super.convert(value);
    }
  }
}
