package org.latentfeature.fit;

import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.Excerpt;

/**
 * One option of an estimator's fits: all that model files, tables, command lines and their help
 * know of it. {@link #of} gives a plain one; the other methods add to it.
 *
 * @param name as models, tables and, after two hyphens, command lines have it
 * @param label what stands for the value in help
 * @param type of its values
 * @param range of its values; null where the type says all
 * @param what what it does, with its unit; an unfinished sentence
 * @param otherwise what holds where it is not given, in words
 * @param unset the word of a value that is not set; null to say nothing of it
 * @param condition what it is only for; null for any fit
 * @param aliases names of columns that state the same in other words: what to put before theirs
 * @param tag how names of files tell a value
 * @param isMinor whether names and tables leave it out where all fits have one value of it
 * @param get the value in some options; null if it is not set or means nothing there
 * @param set the options with another value, an IllegalArgumentException where it means nothing
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
   * An option of any fit that always has a value.
   *
   * @param name by which models, tables and command lines know it
   * @param label what stands for its value in help
   * @param what its meaning, in a line of help
   * @param otherwise the default, for help
   * @param get its value among options
   * @param set options with another value
   */
  public static <O extends FitOptions, V> FitOption<O, V> of(
      String name,
      String label,
      ValueType<V> type,
      String what,
      Object otherwise,
      Function<O, @Nullable V> get,
      BiFunction<O, V, O> set) {
    String word = otherwise.toString().replaceFirst("\\.0$", "");
    Function<V, String> tag =
        value -> (type.isNumber() ? name : "") + type.word().apply(value).replaceFirst("\\.0$", "");
    return new FitOption<>(
        name, label, type, null, what, word, null, null, Map.of(), tag, false, get, set);
  }

  /** With a range. */
  public FitOption<O, V> in(Range values) {
    return new FitOption<>(
        name, label, type, values, what, otherwise, unset, condition, aliases, tag, isMinor, get,
        set);
  }

  /** With a word for a value that is not set. */
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

  /** With a column of another name, whose values are those of this one after {@code before}. */
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

  /** Told by names of files in another way. */
  public FitOption<O, V> tag(Function<V, String> words) {
    return new FitOption<>(
        name, label, type, range, what, otherwise, unset, condition, aliases, words, isMinor, get,
        set);
  }

  /** Left out of names and tables where all fits have one value. */
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

  /** Its word in {@code options}; null where there is nothing to say. */
  public @Nullable String word(O options) {
    V value = get.apply(options);
    return value == null ? unset : type.word().apply(value);
  }

  /** {@code options} with the value that {@code word} states. */
  O read(O options, String word) {
    return word.equals(unset) ? options : set.apply(options, value(word));
  }

  /** How the name of a file tells {@code word}. */
  public String tag(String word) {
    return word.equals(unset) ? word : tag.apply(value(word));
  }

  /** {@code word} as {@link #word(O)} would have it. */
  public String canonical(String word) {
    return word.equals(unset) ? word : type.word().apply(value(word));
  }

  private V value(String word) {
    V value = type.parse().apply(word);
    if (value == null) {
      throw new IllegalArgumentException(
          "%s is %s, which is not %s".formatted(name, Excerpt.of(word), type.noun()));
    }
    if (range != null && value instanceof Number number) {
      range.require(name, number);
    }
    return value;
  }
}
