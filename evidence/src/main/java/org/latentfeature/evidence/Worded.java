package org.latentfeature.evidence;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;

/** A choice that tables and command lines call by a word. */
public interface Worded {

  /** Returns the word. */
  String word();

  /**
   * Returns the choice that is called so.
   *
   * @throws IllegalArgumentException naming all, if none is
   */
  static <E extends Enum<E> & Worded> E of(Class<E> choices, String word) {
    E[] all = choices.getEnumConstants();
    return Arrays.stream(all)
        .filter(choice -> choice.word().equals(word))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "methods is %s; there are %s"
                        .formatted(
                            word, Arrays.stream(all).map(Worded::word).collect(joining(", ")))));
  }
}
