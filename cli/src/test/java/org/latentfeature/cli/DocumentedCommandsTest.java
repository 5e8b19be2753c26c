package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages whose commands are all of the product. */
@Tag("whole")
class DocumentedCommandsTest extends DocumentedCommandsContract {

  @Override
  protected boolean isTested(List<DocumentedCommand> commands) {
    return commands.stream().noneMatch(DocumentedCommand::isExperiment);
  }

  @Test
  void everyPictureOfTheGalleryIsShown() throws IOException {
    Path gallery = ROOT.resolve("docs/gallery");
    try (Stream<Path> files = Files.walk(gallery)) {
      assertEquals(
          new TreeSet<>(pictures("docs/gallery/README.md")),
          files
              .map(file -> gallery.relativize(file).toString())
              .filter(name -> name.endsWith(".png") || name.endsWith(".svg"))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  /** Nothing else is documented than what a test runs, here or elsewhere. */
  @Test
  void otherCommandsAreFew() throws IOException {
    List<String> others =
        List.of(
            "mvn verify",
            "mvn install -DskipTests",
            "mvn verify -Drequire.backend=cuda",
            "mvn -Pdist -DskipTests package",
            "docker build -t lfm .",
            // In a build of its own, whose tests run the programs.
            "mvn -Pspark -DskipTests install",
            "./examples/spark/run",
            "./examples/spark/run 'local-cluster[2,1,2048]' 200000",
            // The examples are run by tests of their own.
            "java -cp 'cli/target/lib/*' Example.java",
            "java -cp 'examples/target/classes:cli/target/lib/*' org.latentfeature.examples.FitAndCode");
    for (String page : allPages()) {
      DocumentedCommand.of(ROOT.resolve(page))
          .filter(command -> !command.isLfm())
          .forEach(
              command ->
                  assertTrue(others.contains(command.text()), () -> page + ": " + command.text()));
    }
  }

  @Test
  void aLineIsReadAsAShellReadsIt(@TempDir Path root) throws IOException {
    Path page = root.resolve("page.md");
    Files.writeString(
        page, "```sh\n./lfm fit 'my x.csv' -k 5   # takes 3 min\n\n# note\nmvn verify\n```\n");
    List<DocumentedCommand> commands = DocumentedCommand.of(page).toList();
    assertEquals(2, commands.size());
    assertEquals(List.of("fit", "my x.csv", "-k", "5"), Arrays.asList(commands.get(0).arguments()));
    assertTrue(commands.get(0).isLfm() && commands.get(0).isLong());
    assertTrue(!commands.get(1).isLfm() && !commands.get(1).isLong());
  }
}
