package org.latentfeature.fit;

import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.Excerpt;

/**
 * One option of an estimator's fits, as model files, tables, command lines and their help use it.
 * {@link #of} returns a plain one; the other methods add to it.
 *
 * @param name in models, tables and, after two hyphens, command lines
 * @param label placeholder of the value in help
 * @param type of its values
 * @param range of its values; null if the type determines it
 * @param what its meaning, with its unit, without a full stop
 * @param otherwise the default, in words; empty until {@link OptionTable} reads it from options
 * @param unset the word of a value that is not set; null to omit it
 * @param condition the fits that it applies to; null for all
 * @param aliases other columns for the same option, with the prefix of their values
 * @param tag the value in file names
 * @param isMinor whether names and tables omit it if all fits have the same value
 * @param get the value in some options; null if it is not set or does not apply
 * @param set the options with another value; throws IllegalArgumentException if the option does not
 *     apply
 */
public record FitOption<O extends FitOptions, V>(
    String name,
    String label,
    ValueType<V> type,
    @Nullable Range range,
    String what,
    String otherwise,
    @Nullable String unset,
    @Nullable String condition,
    Map<String, String> aliases,
    Function<V, String> tag,
    boolean isMinor,
    Function<O, @Nullable V> get,
    BiFunction<O, V, O> set) {

  /**
   * An option of any fit, whose default is that of its table.
   *
   * @param name in models, tables and command lines
   * @param label placeholder of its value in help
   * @param what its meaning, for help
   * @param get its value among options
   * @param set options with another value
   */
  public static <O extends FitOptions, V> FitOption<O, V> of(
      String name,
      String label,
      ValueType<V> type,
      String what,
      Function<O, @Nullable V> get,
      BiFunction<O, V, O> set) {
    Function<V, String> tag =
        value -> (type.isNumber() ? name : "") + type.word().apply(value).replaceFirst("\\.0$", "");
    return new FitOption<>(
        name, label, type, null, what, "", null, null, Map.of(), tag, false, get, set);
  }

  /**
   * An option that is true or false.
   *
   * @param name in models, tables and command lines
   * @param what what a fit does if it is true, for help
   * @param get its value among options
   * @param set options with another value
   */
  public static <O extends FitOptions> FitOption<O, Boolean> flag(
      String name, String what, Function<O, @Nullable Boolean> get, BiFunction<O, Boolean, O> set) {
    return of(name, "true|false", ValueType.FLAG, what, get, set);
  }

  /**
   * An option that is a whole number of at least {@code least}.
   *
   * @param name in models, tables and command lines
   * @param what its meaning, for help
   * @param get its value among options
   * @param set options with another value
   */
  public static <O extends FitOptions> FitOption<O, Integer> whole(
      String name,
      int least,
      String what,
      Function<O, @Nullable Integer> get,
      BiFunction<O, Integer, O> set) {
    return of(name, "N", ValueType.WHOLE, what, get, set).in(Range.atLeast(least));
  }

  /**
   * An option that is a number above 0.
   *
   * @param name in models, tables and command lines
   * @param label placeholder of its value in help
   * @param what its meaning, for help
   * @param get its value among options
   * @param set options with another value
   */
  public static <O extends FitOptions> FitOption<O, Double> positive(
      String name,
      String label,
      String what,
      Function<O, @Nullable Double> get,
      BiFunction<O, Double, O> set) {
    return of(name, label, ValueType.NUMBER, what, get, set).in(Range.POSITIVE);
  }

  /** Returns this option with a default in other words than its value. */
  public FitOption<O, V> otherwise(String words) {
    return new FitOption<>(
        name, label, type, range, what, words, unset, condition, aliases, tag, isMinor, get, set);
  }

  /** Returns this option with its value in {@code defaults} as the default, unless it has one. */
  FitOption<O, V> of(O defaults) {
    String word = word(defaults);
    return otherwise.isEmpty() && word != null ? otherwise(word.replaceFirst("\\.0$", "")) : this;
  }

  /** Returns this option with a range of its values. */
  public FitOption<O, V> in(Range values) {
    return new FitOption<>(
        name, label, type, values, what, otherwise, unset, condition, aliases, tag, isMinor, get,
        set);
  }

  /** Returns this option with a word for a value that is not set. */
  public FitOption<O, V> unset(String word) {
    return new FitOption<>(
        name, label, type, range, what, otherwise, word, condition, aliases, tag, isMinor, get,
        set);
  }

  /** For some fits only. */
  public FitOption<O, V> only(String fits) {
    return new FitOption<>(
        name, label, type, range, what, otherwise, unset, fits, aliases, tag, isMinor, get, set);
  }

  /**
   * Returns this option with an alias column, whose values, prefixed with {@code before}, are
   * values of this option.
   */
  public FitOption<O, V> alias(String column, String before) {
    return new FitOption<>(
        name,
        label,
        type,
        range,
        what,
        otherwise,
        unset,
        condition,
        Map.of(column, before),
        tag,
        isMinor,
        get,
        set);
  }

  /** Returns this option with another form of its value in file names. */
  public FitOption<O, V> tag(Function<V, String> words) {
    return new FitOption<>(
        name, label, type, range, what, otherwise, unset, condition, aliases, words, isMinor, get,
        set);
  }

  /** Omitted from names and tables if all fits have the same value. */
  public FitOption<O, V> minor() {
    return new FitOption<>(
        name, label, type, range, what, otherwise, unset, condition, aliases, tag, true, get, set);
  }

  /** Its line of help, with the default. */
  public String help() {
    return limited(what) + " (default: " + otherwise + ").";
  }

  /**
   * The line of help of a flag that has no value: it sets the option, or takes it back if it is
   * true by default.
   */
  public String flagHelp() {
    boolean isSet = otherwise.equals("true");
    return limited(
            isSet
                ? "Do not " + what.substring(0, 1).toLowerCase(Locale.ROOT) + what.substring(1)
                : what)
        + ".";
  }

  private String limited(String text) {
    return text
        + (range == null ? "" : "; " + range.words())
        + (condition == null ? "" : " (" + condition + " only)");
  }

  /** Its value in {@code options} as a word; null if there is none. */
  public @Nullable String word(O options) {
    V value = get.apply(options);
    return value == null ? unset : type.word().apply(value);
  }

  /** {@code options} with the value of {@code word}. */
  O read(O options, String word) {
    return word.equals(unset) ? options : set.apply(options, value(word));
  }

  /** The form of {@code word} in file names. */
  public String tag(String word) {
    return word.equals(unset) ? word : tag.apply(value(word));
  }

  /** {@code word} in the form of {@link #word(O)}. */
  public String canonical(String word) {
    return word.equals(unset) ? word : type.word().apply(value(word));
  }

  private V value(String word) {
    V value = type.parse().apply(word);
    if (value == null) {
      throw new OptionException(
          name, "is %s, which is not %s".formatted(Excerpt.of(word), type.noun()));
    }
    if (range != null && value instanceof Number number) {
      range.require(name, number);
    }
    return value;
  }
}
