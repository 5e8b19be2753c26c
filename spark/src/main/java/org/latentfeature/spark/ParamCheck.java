package org.latentfeature.spark;

import java.io.Serializable;
import java.util.function.Predicate;
import scala.Function1;

/**
 * A check of the values of a parameter that says what is wrong; Spark itself only says that
 * something is.
 *
 * @param name of the parameter in messages
 * @param holds whether a value is allowed
 * @param range of the values, in words
 */
record ParamCheck<T>(String name, Test<T> holds, String range)
    implements Function1<T, Object>, Serializable {

  /** A check of a parameter's value that can be sent to executors. */
  @FunctionalInterface
  interface Test<T> extends Predicate<T>, Serializable {}

  /** Whole numbers from 1 on. */
  static ParamCheck<Object> positive(String name) {
    return new ParamCheck<>(name, value -> (Integer) value >= 1, "at least 1");
  }

  @Override
  public Object apply(T value) {
    if (!holds.test(value)) {
      throw new IllegalArgumentException("%s is %s; it must be %s".formatted(name, value, range));
    }
    return true;
  }
}
