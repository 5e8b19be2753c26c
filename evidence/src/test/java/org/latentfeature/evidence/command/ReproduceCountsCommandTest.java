package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;

class ReproduceCountsCommandTest {

  @TempDir Path folder;

  @Test
  void theTableHasTheTruthAndWhatWasChosen() throws Exception {
    Path table = folder.resolve("counts.tsv");
    JsonObject answer =
        Run.lfm(
                "reproduce",
                "counts",
                "--problems",
                "syn0,dense3",
                "--seeds",
                "2..3",
                "-o",
                table,
                "--json")
            .succeeds()
            .json();
    JsonArray rows = answer.getAsJsonArray("rows");
    assertEquals(4, rows.size());
    for (String rule : List.of("chosen", "eigenvalue_ratio")) {
      rows.forEach(
          row ->
              assertEquals(
                  row.getAsJsonObject().get("features"), row.getAsJsonObject().get(rule), rule));
    }
    List<String> lines = Files.readAllLines(table);
    assertEquals(5, lines.size());
    assertTrue(
        lines.get(4).startsWith("dense3\t3\t3\t3\tspectral counts\t3\t3\t-1\t-1\t3\t"),
        lines.get(4));
  }

  @Test
  void anUnknownProblemIsNamed() {
    Run.lfm("reproduce", "counts", "--problems", "syn9").isWrongUse("syn9", "dense10");
  }
}
