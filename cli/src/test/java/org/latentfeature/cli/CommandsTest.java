package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class CommandsTest {

  @Test
  void onlyTheCommandThatIsCalledHasItsOptionsRead() {
    CommandLine lfm = new CommandLine(CommandSpec.create());
    Commands.addTo(lfm, "info"::equals);
    assertEquals(Lfm.line().getSubcommands().keySet(), lfm.getSubcommands().keySet());
    List<String> read =
        lfm.getSubcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(command -> !command.optionsMap().isEmpty())
            .map(CommandSpec::name)
            .toList();
    assertEquals(List.of("info"), read);
  }

  @Test
  void theListOfCommandsIsThatOfCommandsReadInWhole() {
    String whole = Lfm.line().getUsageMessage(CommandLine.Help.Ansi.OFF);
    assertEquals(whole, Run.lfm("--help").succeeds().out());
    assertEquals(whole, Run.lfm("--help", "fit").succeeds().out());
  }
}
