package org.latentfeature.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.bench.step.CountedWork;

/** What a file lacks is named before anything is compared with it. */
final class ReportFileTest {

  @TempDir Path folder;

  private Path former() {
    Path file = folder.resolve("former.json");
    ReportFile.write(Reports.report(Reports.measurement("sweep", 1.5, 2.5)), file);
    return file;
  }

  private static String refusal(Path file) {
    String said =
        String.valueOf(
            assertThrows(IllegalArgumentException.class, () -> ReportFile.read(file)).getMessage());
    assertTrue(said.contains(file.toString()) && said.contains("measure again"), said);
    assertFalse(said.contains("\n") || said.contains("java.lang"), said);
    return said;
  }

  @ParameterizedTest
  @CsvSource({
    "started",
    "setting",
    "setting.processor",
    "setting.processors",
    "setting.threads",
    "setting.precision",
    "setting.versions",
    "loadBefore",
    "measurements",
    "measurements[0].step",
    "measurements[0].seconds",
    "measurements[0].work",
    "measurements[0].work.bytes",
    "measurements[0].limits.bytesPerSecond"
  })
  void everyPartThatIsMissingIsNamed(String place) throws IOException {
    Path file = former();
    JsonObject report = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    JsonObject parent = report;
    String[] names = place.split("\\.", -1);
    for (int i = 0; i < names.length - 1; i++) {
      parent =
          names[i].equals("measurements[0]")
              ? parent.getAsJsonArray("measurements").get(0).getAsJsonObject()
              : parent.getAsJsonObject(names[i]);
    }
    assertTrue(parent.remove(names[names.length - 1]) != null, place);
    Files.writeString(file, report.toString());
    String said = refusal(file);
    assertTrue(said.contains(": " + place + " is missing;"), said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"threads\": 2 | \"threads\": \"two\" | setting.threads is no whole number: \"two\"",
        "\"threads\": 2 | \"threads\": 2.5 | setting.threads is no whole number: 2.5",
        "\"single precision\" | 0 | setting.precision is no text",
        "\"sweep\" | 7 | measurements[0].step is no text",
        "2.5 | null | measurements[0].seconds[1] is missing",
        "2.5 | -1 | sweep 100x50x4 took -1.0 seconds",
        "2.5 | 1e999 | seconds",
        "\"17\" | {} | setting.versions.java is no text",
      })
  void aPartOfAnotherKindIsNamed(String was, String is, String expected) throws IOException {
    Path file = former();
    String text = Files.readString(file).replaceAll("\\s+", " ");
    assertTrue(text.contains(was), text);
    Files.writeString(file, text.replace(was, is));
    String said = refusal(file);
    assertTrue(said.contains(expected), said);
  }

  @Test
  void aStepWithoutSecondsIsNamed() throws IOException {
    Path file = former();
    String text = Files.readString(file).replaceAll("\"seconds\": \\[[^]]*]", "\"seconds\": []");
    Files.writeString(file, text);
    assertTrue(refusal(file).contains("measurements[0].seconds is empty"));
  }

  @Test
  void textThatIsCutOffOrNoTextIsNamed() throws IOException {
    Path file = former();
    String text = Files.readString(file);
    refusal(Files.writeString(file, text.substring(0, text.length() / 2)));
    assertTrue(refusal(Files.write(file, new byte[] {(byte) 0xff, 0})).contains("UTF-8"));
  }

  @Test
  void limitsMayBeMissingAsOnACard() {
    Path file = folder.resolve("card.json");
    Measurement m =
        new Measurement("sweep", "100x50x4", List.of(1.0), new CountedWork(1, 2, 3), 2.0, null);
    ReportFile.write(Reports.report(m), file);
    assertEquals(Reports.report(m), ReportFile.read(file));
  }
}
