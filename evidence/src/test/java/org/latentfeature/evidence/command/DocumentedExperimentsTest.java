package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.cli.DocsTest;
import org.latentfeature.cli.DocumentedCommand;
import org.latentfeature.cli.DocumentedCommandsContract;

/** The pages with experiments among their commands. */
@Tag("whole")
class DocumentedExperimentsTest extends DocumentedCommandsContract {

  @Override
  protected boolean isTested(List<DocumentedCommand> commands) {
    return commands.stream().anyMatch(DocumentedCommand::isExperiment);
  }

  @Test
  void optionsThatPagesNameAreThere() throws IOException {
    assertEquals(Set.of(), DocsTest.unknownOptions(page -> page.contains(DocsTest.EXPERIMENT)));
  }
}
