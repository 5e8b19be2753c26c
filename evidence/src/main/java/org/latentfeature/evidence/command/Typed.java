package org.latentfeature.evidence.command;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The command line, for pages. */
final class Typed {

  private Typed() {}

  /** As it was typed. */
  static String line(CommandSpec command) {
    List<String> words = command.commandLine().getParseResult().originalArgs();
    CommandLine root = command.commandLine();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    if (root.getParseResult() != null) {
      words = root.getParseResult().originalArgs();
    }
    return "lfm " + String.join(" ", words);
  }
}
