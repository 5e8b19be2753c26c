package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests that this machine cannot run are skipped with a line in the build's output, not silently.
 */
final class Skipped {

  private Skipped() {}

  static void unless(boolean condition, String line) {
    if (!condition) {
      System.out.println("skipped: " + line);
    }
    assumeTrue(condition, line);
  }
}
