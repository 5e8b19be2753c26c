package org.latentfeature.fit;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.NumberText;

/**
 * Formats and parses values of one type.
 *
 * @param type of the values
 * @param noun for messages: {@code a whole number}
 * @param isNumber whether a table writes it as a number
 * @param parse parses a text; null if it is invalid
 * @param word formats a value
 */
public record ValueType<V>(
    Class<V> type,
    String noun,
    boolean isNumber,
    Function<String, @Nullable V> parse,
    Function<V, String> word) {

  /** Whole numbers. */
  public static final ValueType<Integer> WHOLE =
      new ValueType<>(Integer.class, "a whole number", true, ValueType::whole, Object::toString);

  /** Numbers. */
  public static final ValueType<Double> NUMBER =
      new ValueType<>(
          Double.class,
          "a number",
          true,
          text -> NumberText.isNumber(text) ? NumberText.parse(text) : null,
          Object::toString);

  /** Yes or no. */
  public static final ValueType<Boolean> FLAG =
      new ValueType<>(
          Boolean.class,
          "true or false",
          false,
          text -> text.matches("true|false") ? Boolean.valueOf(text) : null,
          Object::toString);

  /** The constants of an enumeration, ignoring case. */
  public static <E extends Enum<E>> ValueType<E> of(Class<E> type) {
    E[] all = type.getEnumConstants();
    return new ValueType<>(
        type,
        "one of " + Arrays.stream(all).map(ValueType::word).collect(Collectors.joining(", ")),
        false,
        text ->
            Arrays.stream(all).filter(e -> word(e).equalsIgnoreCase(text)).findAny().orElse(null),
        ValueType::word);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable Integer whole(String text) {
    try {
      // 4.0 is a whole number too, as pandas writes some.
      return NumberText.isNumber(text) ? new BigDecimal(text).intValueExact() : null;
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }
}
