package org.latentfeature.cli.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.ValueType;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.FitRequest;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options of an estimator as options of a command: names, types, texts and ranges are its own. */
public final class EstimatorFlags {

  private EstimatorFlags() {}

  /**
   * Adds those of {@code estimator} that {@code isWanted} says.
   *
   * @param isList whether each takes several values with commas between them
   */
  public static CommandSpec add(
      CommandSpec command, Estimator<?, ?> estimator, boolean isList, Predicate<String> isWanted) {
    for (FitOption<?, ?> option : estimator.table().options()) {
      if (isWanted.test(option.name())) {
        command.addOption(isList ? list(option) : single(option));
      }
    }
    return command;
  }

  private static OptionSpec single(FitOption<?, ?> option) {
    if (option.type().type() != Boolean.class) {
      return spec("--" + option.name(), option, option.label(), option.help())
          .type(option.type().type())
          .converters(converters(option))
          .build();
    }
    String no = option.otherwise().equals("true") ? "no-" : "";
    return spec("--" + no + option.name(), option, "", option.flagHelp())
        .type(boolean.class)
        .build();
  }

  private static OptionSpec list(FitOption<?, ?> option) {
    return spec("--" + option.name(), option, option.label() + ",…", option.help())
        .type(List.class)
        .auxiliaryTypes(option.type().type())
        .converters(converters(option))
        .splitRegex(",")
        .build();
  }

  /** Returns a converter for values of a type that only the engine knows; none for all others. */
  private static ITypeConverter<?>[] converters(FitOption<?, ?> option) {
    ValueType<?> type = option.type();
    return type.isNumber() || type.type().isEnum() || type.type() == Boolean.class
        ? new ITypeConverter<?>[0]
        : new ITypeConverter<?>[] {word -> value(option.name(), type, word)};
  }

  private static <V> V value(String name, ValueType<V> type, String word) {
    V value;
    try {
      value = type.parse().apply(word);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("--" + e.getMessage());
    }
    if (value == null) {
      throw new TypeConversionException(
          "--%s is '%s'; it must be %s".formatted(name, word, type.noun()));
    }
    return value;
  }

  private static OptionSpec.Builder spec(
      String name, FitOption<?, ?> option, String label, String help) {
    return OptionSpec.builder(name).paramLabel(label).description(help).userObject(option);
  }

  /** Returns the values of the estimator's options that were given, as words by name. */
  public static Map<String, List<String>> given(CommandSpec command) {
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (OptionSpec spec : command.commandLine().getParseResult().matchedOptions()) {
      if (spec.userObject() instanceof FitOption<?, ?> option) {
        given.put(option.name(), words(spec, option.type()));
      }
    }
    return given;
  }

  private static <V> List<String> words(OptionSpec spec, ValueType<V> type) {
    List<String> words = new ArrayList<>();
    Object value = spec.getValue();
    if (value instanceof List<?> several) {
      several.forEach(each -> words.add(type.word().apply(type.type().cast(each))));
    } else {
      boolean isNegated = spec.longestName().startsWith("--no-");
      words.add(isNegated ? "false" : type.word().apply(type.type().cast(value)));
    }
    return words;
  }

  /**
   * The fit that is asked for, whose options contradict neither each other nor K; if they do, that
   * is wrong use.
   *
   * @param k number of features
   * @param words further options of the estimator, by name
   */
  public static FitRequest<?, ?> request(
      CommandSpec command, Estimator<?, ?> estimator, int k, Map<String, String> words) {
    Map<String, String> all = new TreeMap<>(words);
    given(command).forEach((name, values) -> all.put(name, values.get(0)));
    try {
      return estimator.request(k, all);
    } catch (IllegalArgumentException e) {
      throw wrongUse(command, e);
    }
  }

  /** Wrong use, as an estimator says it of its options: where one is a flag, by its flag. */
  public static ParameterException wrongUse(CommandSpec command, IllegalArgumentException e) {
    String message = String.valueOf(e.getMessage());
    boolean isFlag =
        e instanceof OptionException of && command.findOption("--" + of.option()) != null;
    return new ParameterException(command.commandLine(), isFlag ? "--" + message : message, e);
  }
}
