package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.cli.Run;

/** {@code lfm reproduce recovery}, on problems that take no time. */
class ReproduceRecoveryCommandTest {

  @TempDir Path folder;

  @Test
  void theTruthIsFoundAndTheTableSaysSo() throws IOException {
    Path table = folder.resolve("recovery.tsv");
    Run.lfm(
            "reproduce",
            "recovery",
            "-k",
            3,
            "--rows",
            400,
            "--columns",
            12,
            "--seeds",
            2,
            "-o",
            table,
            "--backend",
            "java")
        .succeeds();
    List<String> lines = Files.readAllLines(table);
    assertEquals(3, lines.size(), "a header and two seeds");
    assertEquals(8, lines.get(0).split("\t", -1).length);
    for (int seed = 1; seed <= 2; seed++) {
      String[] cells = lines.get(seed).split("\t", -1);
      assertEquals(8, cells.length);
      assertEquals(seed, Integer.parseInt(cells[0]));
      assertEquals("3", cells[1], lines.get(seed));
      assertTrue(Double.parseDouble(cells[2]) <= 5, lines.get(seed));
      assertTrue(Double.parseDouble(cells[3]) < .5, lines.get(seed));
      assertTrue(Double.parseDouble(cells[4]) >= Double.parseDouble(cells[3]), lines.get(seed));
      assertEquals(.3, Double.parseDouble(cells[5]), .02, lines.get(seed));
    }
  }

  @Test
  void asJsonItIsOneObjectWithOrWithoutAFile() {
    Object[] small = {"reproduce", "recovery", "-k", 2, "--rows", 60, "--columns", 5, "--seeds", 2};
    Path table = folder.resolve("recovery.tsv");
    for (Object[] more : new Object[][] {{}, {"-o", table}}) {
      List<Object> words = new ArrayList<>(List.of(small));
      words.addAll(List.of(more));
      words.addAll(List.of("--iterations", 5, "--backend", "java", "--json"));
      JsonObject answer = Run.lfm(words.toArray()).succeeds().json();
      assertEquals(more.length == 0, answer.get("table").isJsonNull());
      assertEquals(2, answer.get("fits").getAsInt());
      JsonObject second = answer.getAsJsonArray("rows").get(1).getAsJsonObject();
      assertEquals(8, second.size());
      assertEquals(2, second.get("seed").getAsInt());
      assertTrue(second.get("sigma").getAsDouble() > 0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-k, 0",
    "--rows, -1",
    "--columns, 0",
    "--seeds, 0",
    "--iterations, 0",
    "--sigma, -0.5",
    "--rows, 11"
  })
  void whatCannotBeDrawnIsNamed(String option, String value) {
    Run.lfm("reproduce", "recovery", option, value).isWrongUse(option, value);
  }
}
