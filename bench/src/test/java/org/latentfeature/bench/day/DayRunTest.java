package org.latentfeature.bench.day;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a report says of steps that end, fail, hang or are not there. */
@EnabledOnOs(OS.LINUX)
class DayRunTest {

  @TempDir Path folder;

  private Path output() {
    return folder.resolve("output.txt");
  }

  private Map<String, Object> run(DayStep step) throws Exception {
    return DayRun.of(step, output());
  }

  private static List<String> shell(String script) {
    return List.of("sh", "-c", script);
  }

  @Test
  void figuresAreReadAndAllLinesKept() throws Exception {
    Map<String, Object> told =
        run(
            DayStep.of(
                "s",
                20,
                shell(
                    "seq 1 500; echo '{\"figure\":\"a\"}'; echo error >&2; echo '{\"b'; exit 3")));
    assertEquals("exit status 3", told.get("ended"));
    assertEquals("[{\"figure\":\"a\"}]", String.valueOf(told.get("figures")));
    List<String> lines = Files.readAllLines(output());
    assertEquals(503, lines.size());
    assertEquals("1", lines.get(0));
    assertEquals(List.of("{\"figure\":\"a\"}", "error", "{\"b"), lines.subList(500, 503));
  }

  @Test
  void whatHangsIsEndedWithWhatItSaid() throws Exception {
    Map<String, Object> told =
        run(DayStep.of("s", 1, shell("echo '{\"figure\":\"a\"}'; exec sleep 100")));
    assertEquals("out of time", told.get("ended"));
    assertEquals("[{\"figure\":\"a\"}]", String.valueOf(told.get("figures")));
    assertFalse(told.containsKey("left_behind"));
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
