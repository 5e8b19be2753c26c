package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.latentfeature.cli.CliReference;
import org.latentfeature.cli.HelpTest;
import org.latentfeature.cli.Lfm;
import org.latentfeature.cli.help.OptionGroup;
import picocli.CommandLine;

/** {@code docs/reproduce-cli.md} is what the experiments' help says now. */
class ReproduceReferenceTest {

  private static final Path KEPT = Path.of("..", "docs", "reproduce-cli.md");

  private static final String HEAD =
      """
      # Command line reference: reproduce

      <!-- Written from the program's own help by ReproduceReferenceTest, which says how to renew it. -->

      The experiments of [reproduction.md](reproduction.md). They are no part of the product: `./lfm reproduce` runs them in a
      clone of the sources, and builds them first if sources have changed. [cli.md](cli.md) has the conventions of all
      commands.
      """;

  private static String markdown() {
    return CliReference.ofGroup(HEAD, "reproduce");
  }

  @Test
  void theReferenceIsCurrent() throws IOException {
    String fresh = markdown();
    Path file = Files.createDirectories(Path.of("target")).resolve("reproduce-cli.md");
    Files.writeString(file, fresh);
    String kept = Files.exists(KEPT) ? Files.readString(KEPT) : "";
    assertEquals(
        fresh,
        kept,
        "docs/reproduce-cli.md differs from the help of the commands; run: "
            + "cp evidence/target/reproduce-cli.md docs/reproduce-cli.md");
  }

  @Test
  void everyExperimentIsInIt() {
    String reference = markdown();
    HelpTest.commands()
        .filter(name -> name.startsWith("reproduce "))
        .forEach(name -> assertTrue(reference.contains("\n### lfm " + name + "\n"), name));
  }

  /** The table of groups is that of all commands, these among them. */
  @Test
  void noGroupHasAnOptionThatNoCommandHas() {
    Set<String> there = new TreeSet<>();
    HelpTest.commands()
        .forEach(
            name -> {
              CommandLine line = Lfm.line();
              for (String word : name.split(" ", -1)) {
                line = line.getSubcommands().getOrDefault(word, line);
              }
              line.getCommandSpec().options().forEach(option -> there.add(option.longestName()));
            });
    there.add("--version");
    assertEquals(there, new TreeSet<>(OptionGroup.names()));
  }
}
