package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;
import org.latentfeature.data.DataException;

/** Asserts on messages that users see. */
final class Failures {

  private Failures() {}

  /** {@code action} must throw a DataException whose message holds every part. */
  public static void assertSays(Executable action, String... parts) {
    String message = String.valueOf(assertThrows(DataException.class, action).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }
}
