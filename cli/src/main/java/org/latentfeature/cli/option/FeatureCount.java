package org.latentfeature.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads K: a whole number of at least 1. */
public final class FeatureCount implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String value) {
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
}
