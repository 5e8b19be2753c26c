package org.latentfeature.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is shown, and when, by a clock of the test's. */
class CourseTest {

  private final StringWriter err = new StringWriter();
  private double now = 100;
  private final Course plain =
      new Course("lfm x", new PlainLines(new PrintWriter(err, true)), () -> now);

  private List<String> lines() {
    return err.toString().lines().toList();
  }

  /** Ticks as the pulse does, for so long. */
  private void pass(Course course, double seconds) {
    for (double end = now + seconds; now < end; now += .5) {
      course.beat();
    }
  }

  @Test
  void whatTakesLittleTimeSaysNothing() {
    plain.onWork("scoring rows", 1, 10);
    pass(plain, 2.4);
    plain.onWork("scoring rows", 10, 10);
    assertEquals(List.of(), lines());
  }

  @Test
  void noSilenceIsLongerThanFiveSecondsEvenIfNobodySpeaks() {
    pass(plain, 60);
    assertEquals("    3.0 s  lfm x", lines().get(0));
    double before = 0;
    for (String line : lines()) {
      double seconds = Double.parseDouble(line.substring(0, 7).strip());
      assertTrue(seconds - before <= 5, line);
      before = seconds;
    }
    assertTrue(before >= 55, lines()::toString);
    assertTrue(lines().size() <= 20, "at most a line every three seconds");
  }

  @Test
  void workThatCountsSaysWhatIsLeft() {
    now += 2;
    plain.onWork("scoring rows", 0, 400);
    now += 10;
    plain.onWork("scoring rows", 100, 400);
    assertEquals("   12.0 s  scoring rows: 100 of 400, about 30 s left", lines().get(0));
    // Nothing was heard for ten seconds more: the estimate grows.
    now += 10;
    plain.beat();
    assertEquals("   22.0 s  scoring rows: 100 of 400, about 60 s left", lines().get(1));
    plain.onWork("writing", 0, 0);
    now += 3;
    plain.beat();
    assertEquals("   25.0 s  writing", lines().get(2));
  }

  /** However often it is told, lines are few. */
  @Test
  void aMillionRowsAreFewLines() {
    for (int i = 0; i < 1_000_000; i++) {
      now += 1e-5;
      plain.onWork("scoring rows", i, 1_000_000);
    }
    assertEquals(3, lines().size());
  }

  @Test
  void afterTheAnswerThereIsSilence() {
    plain.onWork("scoring rows", 1, 2);
    plain.rest();
    pass(plain, 20);
    assertEquals(List.of(), lines());
    plain.onWork("writing", 0, 0);
    pass(plain, 2);
    assertEquals(1, lines().size());
  }

  @Test
  void aNoteCountsAsALine() {
    pass(plain, 2);
    plain.say("X.npy: 3 × 4");
    pass(plain, 2.5);
    assertEquals(List.of("X.npy: 3 × 4"), lines());
    pass(plain, 1);
    assertEquals(2, lines().size());
  }

  @Test
  void onATerminalOneLineChangesAndGoesAway() {
    Course course =
        new Course("lfm x", new TerminalLine(new PrintWriter(err, true), 60), () -> now);
    course.onWork("scoring rows", 0, 200);
    assertEquals("", err.toString(), "what is over at once does not flicker");
    now += 1;
    course.onWork("scoring rows", 50, 200);
    now += 1;
    course.beat();
    String[] shown = err.toString().split("\r", -1);
    assertEquals(3, shown.length);
    assertEquals(59, shown[1].length(), "a character less than the terminal's width");
    assertEquals(
        "[######                  ] 1.0 s  scoring rows: 50 of 200, about 3 s left  (Ctrl-C ends it)"
            .substring(0, 59),
        shown[1]);
    course.say("a note");
    course.rest();
    String[] lines = err.toString().split(System.lineSeparator(), -1);
    assertTrue(lines[0].endsWith("\r" + " ".repeat(59) + "\ra note"), lines[0]);
    assertEquals("", lines[1]);
  }

  @Test
  void silenceIsSilent() {
    Course course = new Course("lfm x", new Silence(), () -> now);
    course.say("a note");
    course.note(seconds -> "a step");
    pass(course, 20);
    assertEquals(List.of(), lines());
  }

  @Test
  void spans() {
    assertEquals("0 s", Standing.span(-3));
    assertEquals("119 s", Standing.span(119.4));
    assertEquals("2 min", Standing.span(120));
    assertEquals("2.0 h", Standing.span(7200));
  }
}
