package org.latentfeature.io.genome;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a column that holds one of the two alleles of a locus, {@code D1S80.2} for example.
 *
 * @param locus name of the locus
 * @param separator between it and the number: {@code . _ -} or {@code :}
 * @param number 1 or 2
 */
record AlleleName(String locus, String separator, int number) {

  private static final Pattern FORM = Pattern.compile("(.+)([._:-])([12])");

  /** The parts of a column's name; null where it has another form. */
  static @Nullable AlleleName parse(String column) {
    Matcher matcher = FORM.matcher(column);
    return matcher.matches()
        ? new AlleleName(matcher.group(1), matcher.group(2), matcher.group(3).equals("1") ? 1 : 2)
        : null;
  }

  /** The name of the column of the other allele. */
  String partner() {
    return locus + separator + (3 - number);
  }
}
