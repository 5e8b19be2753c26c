package org.latentfeature.examples.spark;

import java.util.List;

/**
 * Whole numbers of a command line.
 *
 * @param args all words of it
 * @param usage what it takes
 */
record Numbers(List<String> args, String usage) {

  /**
   * The number in one place.
   *
   * @param at the place, from 0
   * @param name what the usage calls it
   * @param otherwise where there is none
   * @return it, at least 1
   * @throws IllegalArgumentException with the usage, if it is none
   */
  int of(int at, String name, int otherwise) {
    if (args.size() <= at) {
      return otherwise;
    }
    String word = args.get(at);
    if (!word.matches("0*[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "%s is '%s', which is not a whole number from 1 to 999,999,999; usage: %s"
              .formatted(name, word, usage));
    }
    return Integer.parseInt(word);
  }
}
