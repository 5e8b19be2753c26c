package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {

  static Stream<String> commands() {
    return new CommandLine(new Lfm()).getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpWithAnExampleOfItself(String command) {
    Run run = Run.lfm(command, "--help").succeeds();
    assertTrue(run.out().contains("Example"), run::toString);
    assertTrue(run.out().contains("\n  lfm " + command), run::toString);
    assertTrue(run.out().contains("--json"), run::toString);
    assertEquals("", run.err());
  }

  @Test
  void theProgramHasHelpAndAVersion() {
    assertTrue(Run.lfm("--help").succeeds().out().contains("Exit status"));
    assertTrue(Run.lfm("--version").succeeds().out().startsWith("lfm "));
  }
}
