package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@code docs/cli.md} is what the commands' help says now. */
class CliReferenceTest {

  private static final Path KEPT = Path.of("..", "docs", "cli.md");

  /** Groups, which have no page of their own. */
  private static final Set<String> GROUPS = Set.of("admixture", "ibp", "markov", "spectral");

  @Test
  void theReferenceIsCurrent() throws IOException {
    String fresh = CliReference.markdown();
    Path file = Files.createDirectories(Path.of("target")).resolve("cli.md");
    Files.writeString(file, fresh);
    String kept = Files.exists(KEPT) ? Files.readString(KEPT) : "";
    assertEquals(
        fresh,
        kept,
        "docs/cli.md differs from the help of the commands; run: cp cli/target/cli.md docs/cli.md");
  }

  @Test
  void everyCommandIsInIt() {
    String reference = CliReference.markdown();
    assertFalse(reference.contains("kmeans"), "an estimator of the tests");
    HelpTest.commands()
        .filter(name -> !GROUPS.contains(name))
        .forEach(
            name ->
                assertTrue(
                    reference.contains("\n### lfm " + name + "\n")
                        || reference.contains("`lfm " + name + "` is `lfm "),
                    name));
  }
}
