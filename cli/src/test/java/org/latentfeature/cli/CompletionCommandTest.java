package org.latentfeature.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {

  @TempDir Path folder;

  static boolean bash() {
    return Files.isExecutable(Path.of("/bin/bash"));
  }

  private Set<String> completed(String... words) throws Exception {
    Path script = folder.resolve("lfm.bash");
    Files.writeString(script, Run.lfm("completion").succeeds().out());
    String line =
        "source %s; compopt() { :; }; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_lfm; echo ${COMPREPLY[@]}"
            .formatted(script, String.join(" ", words), words.length - 1);
    Process process = new ProcessBuilder("/bin/bash", "-c", line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return new TreeSet<>(Arrays.asList(said.strip().split(" ")));
  }

  @Test
  @EnabledIf("bash")
  void bashCompletesCommandsAndOptions() throws Exception {
    Set<String> all = completed("lfm", "''");
    assertTrue(all.containsAll(Lfm.line().getSubcommands().keySet()), all::toString);
    assertEquals(Set.of("--penalty"), completed("lfm", "fit", "--pen"));
    assertEquals(Set.of("map"), completed("lfm", "markov", "ma"));
  }

  @Test
  void asJsonTheScriptIsOneString() {
    String script = Run.lfm("completion", "--json").succeeds().json().get("script").getAsString();
    assertEquals(Run.lfm("completion").out().strip(), script.strip());
  }
}
