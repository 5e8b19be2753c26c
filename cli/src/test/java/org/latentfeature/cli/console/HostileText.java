package org.latentfeature.cli.console;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.regex.Pattern;
import org.latentfeature.cli.Run;

/** Text that a terminal would take for commands, and whether any of it reaches one. */
public final class HostileText {

  /** Clears the screen, rings, goes back, names the window, turns letters around, and more. */
  static final String ALL =
      "a\u001b[2Jb\u0007c\bd\u007fe\u009b31mf\u202eg\u2066h\u200fi\u061cj\u2028k\u0000l";

  static final Pattern UNSEEN =
      Pattern.compile(
          "[\\p{Cc}\\x{61C}\\x{200E}\\x{200F}\\x{2028}-\\x{202E}\\x{2066}-\\x{2069}&&[^\\t\\n]]");

  /** The same as a word of a command line, which can have no zero. */
  public static final String ARGUMENT = ALL.replace("\u0000", "") + "\r\n\u001b]0;title\u0007";

  private HostileText() {}

  /** Checks that a run printed no character that a terminal obeys, and returns it. */
  public static Run isHarmless(Run run) {
    assertFalse(UNSEEN.matcher(run.out() + run.err()).find(), () -> "unseen in " + run);
    return run;
  }
}
