package org.latentfeature.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LfmTest {

  @TempDir Path folder = Path.of("");

  @Test
  void aWordWithAnAtSignIsNoFileOfArguments() throws Exception {
    Path file = Files.write(folder.resolve("arguments"), List.of("backends"));
    Run.lfm("@" + file).isWrongUse("'@" + file + "' is not a command of 'lfm'");
    Run.lfm("info", "@" + file).fails("@" + file);
  }
}
