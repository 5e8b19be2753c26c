package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class PaperModelTableTest {

  @Test
  void theReadmesTableIsTheModels() throws IOException {
    assertInReadme(PaperModel.table());
  }

  @Test
  void theReadmesTableBySizeIsTheModels() throws IOException {
    assertInReadme(PaperModel.tableBySize());
  }

  @Test
  void theReadmesTableOfPathsIsTheModels() throws IOException {
    assertInReadme(PaperModel.tableOfPaths());
  }

  private static void assertInReadme(String table) throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    assertTrue(readme.contains(table), () -> "kernels/README.md should have this table:\n" + table);
  }
}
