package org.latentfeature.evidence.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;

@Tag("whole")
class ReproduceCalibrationCommandTest {

  @TempDir Path folder;

  /** Of few problems: sure bits are right, and the rest lies near the diagonal. */
  @Test
  void sharesFollowProbabilities() throws IOException {
    Path chart = folder.resolve("c.svg");
    Object[] words = {
      "reproduce", "calibration", "--problems", 3, "--json", "--chart", chart, "--backend", "java"
    };
    JsonArray rows = Run.lfm(words).succeeds().json().getAsJsonArray("rows");
    double off = 0;
    double bits = 0;
    for (JsonElement each : rows) {
      JsonObject row = each.getAsJsonObject();
      double count = row.get("bits").getAsDouble();
      off += count * Math.abs(row.get("said").getAsDouble() - row.get("on").getAsDouble());
      bits += count;
    }
    assertTrue(bits >= 2500, rows::toString);
    assertTrue(off / bits < .08, rows::toString);
    assertTrue(Files.readString(chart).contains("share that is on"));
    Path table = folder.resolve("c.tsv");
    Run.lfm("reproduce", "calibration", "--problems", 1, "-o", table, "--backend", "java")
        .succeeds();
    assertEquals("from\tto\tbits\tsaid\ton", Files.readAllLines(table).get(0));
  }

  @Test
  void wrongValuesAreNamed() {
    Run.lfm("reproduce", "calibration", "--problems", 0).fails("--problems is 0", "at least 1");
    Run.lfm("reproduce", "calibration", "--sampler", "gibs").isWrongUse("gibs", "uncollapsed");
  }
}
