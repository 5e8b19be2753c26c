package org.latentfeature.cli.model;

import org.latentfeature.report.picture.FeatureScale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code shared} or {@code own}. */
final class FeatureScaleConverter implements ITypeConverter<FeatureScale> {

  @Override
  public FeatureScale convert(String value) {
    return switch (value) {
      case "shared" -> FeatureScale.SHARED;
      case "own" -> FeatureScale.OWN;
      default -> throw new TypeConversionException("'" + value + "' is not shared or own");
    };
  }
}
