package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Probe;
import picocli.CommandLine;

public class HelpTest {

  public static Stream<String> commands() {
    return namesBelow(Lfm.line(), "");
  }

  /** Of commands and of those within them, as they are typed. */
  private static Stream<String> namesBelow(CommandLine group, String prefix) {
    return group.getSubcommands().entrySet().stream()
        .flatMap(
            e ->
                Stream.concat(
                    Stream.of(prefix + e.getKey()),
                    namesBelow(e.getValue(), prefix + e.getKey() + " ")));
  }

  @Test
  void theProgramHasHelpAndAVersion() {
    assertTrue(
        Run.lfm("--help").succeeds().out().replaceAll("\\s+", " ").contains("Exit status: 0"));
    List<String> version = Run.lfm("--version").succeeds().out().lines().toList();
    assertTrue(version.get(0).startsWith("lfm "), version::toString);
    assertTrue(version.get(1).contains(System.getProperty("java.version")), version::toString);
    for (BackendProvider provider : Backends.providers()) {
      Probe probe = provider.probe();
      String told = probe.isAvailable() ? probe.summary() : "not available: " + probe.mainReason();
      assertTrue(
          version.stream().anyMatch(l -> l.startsWith(provider.name() + " ") && l.endsWith(told)),
          version::toString);
    }
  }

  @Test
  void withoutACommandThereIsHelpAndWrongUse() {
    Run run = Run.lfm().isWrongUse("a command is missing");
    assertTrue(run.err().contains("Example"), run::toString);
    assertEquals("", run.out());
  }

  @Test
  void whereTheLauncherIsMissingBenchSaysWhereItIs() {
    Run.lfm("bench", "--json", "before.json").fails("./lfm bench");
  }

  @Test
  void whereTheExperimentsAreMissingReproduceSaysWhereTheyAre() {
    Run.lfm("reproduce", "figure3", "--data", "data", "-o", "report").fails("./lfm reproduce");
    Run.lfm("reproduce").fails("./lfm reproduce");
  }

  @Test
  void aSlipOfTheKeyboardIsNamedInPlainWords() {
    Run.lfm("ftt").isWrongUse("'ftt' is not a command of 'lfm'");
    Run.lfm("fit", "x.npy", "-k", 1, "-o", "m.lfm", "--bakend", "java")
        .isWrongUse("'--bakend' is not an option of 'lfm fit'", "did you mean --backend?");
    Run.lfm("fit", "x.npy", "-k", 1, "-o", "m.lfm", "--colour", "red")
        .isWrongUse("'--colour' is not an option of 'lfm fit'");
    Run.lfm("demo", "extra").isWrongUse("'extra' is an unexpected argument of 'lfm demo'");
    Run.lfm("demo", "--seed", "x").isWrongUse("--seed", "'x' is not a whole number");
    Run.lfm("fit", "x.npy", "-k", 1, "-o", "m.lfm", "--penalty", "much")
        .isWrongUse("--penalty", "'much' is not a number");
    Run.lfm("fit", "x.npy", "-k", 1, "-o", "m.lfm", "--penalty", 1, "--penalty", 2)
        .isWrongUse("option '--penalty' should be specified only once");
  }
}
