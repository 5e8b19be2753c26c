package org.latentfeature.cli.model;

import java.nio.file.Path;
import java.util.Locale;
import org.latentfeature.cli.console.Failure;
import org.latentfeature.data.Rows;

/** What a fit needs of its data beyond their being finite numbers. */
public final class DataCheck {

  private DataCheck() {}

  /**
   * Asks for at least as many rows as features, and for something to explain.
   *
   * @throws Failure if there is not
   */
  public static void fit(Path file, Rows x, int k) {
    if (k > x.rows()) {
      throw new Failure(
          "K is %,d, but %s has only %,d row%s; pass a -k of at most that many"
              .formatted(k, file, x.rows(), x.rows() == 1 ? "" : "s"));
    }
    if (x.facts().largest() == 0) {
      throw new Failure("every entry of " + file + " is zero: there is nothing to explain");
    }
  }

  /**
   * A fit whose error is not a finite number has overflowed: says what to do.
   *
   * @throws Failure if {@code rmse} is not finite
   */
  public static void result(Path file, Rows x, double rmse) {
    if (!Double.isFinite(rmse)) {
      float largest = x.facts().largest();
      throw new Failure(
          String.format(
              Locale.ROOT,
              "the values of %s are too extreme for single precision (the largest is %.3g); pass "
                  + "--scale-by %.0e",
              file,
              largest,
              1 / largest));
    }
  }
}
