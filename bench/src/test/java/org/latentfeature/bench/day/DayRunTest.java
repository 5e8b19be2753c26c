package org.latentfeature.bench.day;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a report says of steps that end, fail, hang or are not there. */
@EnabledOnOs(OS.LINUX)
class DayRunTest {

  private static Map<String, Object> run(DayStep step) throws Exception {
    return new DayRun(new PrintWriter(new StringWriter())).of(step);
  }

  private static List<String> shell(String script) {
    return List.of("sh", "-c", script);
  }

  @Test
  void figuresAndOtherLinesAreKeptApart() throws Exception {
    Map<String, Object> told =
        run(DayStep.of("s", 20, shell("echo '{\"figure\":\"a\"}'; echo '{\"b'; exit 3")));
    assertEquals("exit status 3", told.get("ended"));
    assertEquals("[{\"figure\":\"a\"}]", String.valueOf(told.get("figures")));
    assertEquals(List.of("{\"b"), told.get("output"));
  }

  @Test
  void whatHangsIsEndedWithWhatItSaid() throws Exception {
    Map<String, Object> told = run(DayStep.of("s", 1, shell("echo here; exec sleep 100")));
    assertEquals("out of time", told.get("ended"));
    assertEquals(List.of("here"), told.get("output"));
  }

  @Test
  void aStepMayBeInterrupted() throws Exception {
    DayStep step =
        new DayStep("s", 20, Map.of(), 1, shell("trap 'exit 130' INT; while :; do sleep .1; done"));
    Map<String, Object> told = run(step);
    assertEquals("exit status 130", told.get("ended"));
    assertEquals(true, told.containsKey("seconds_after_interrupt"));
  }

  @Test
  void whatIsNotInstalledIsLeftOut() throws Exception {
    Map<String, Object> told = run(DayStep.of("s", 1, null));
    assertEquals("left out: not on this machine", told.get("ended"));
    assertFalse(told.containsKey("seconds"));
  }
}
