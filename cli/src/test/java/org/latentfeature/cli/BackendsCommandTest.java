package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor, and the choice of a device by the numbers that it gives. */
class BackendsCommandTest {

  @TempDir Path folder;

  private static JsonObject backend(String name) {
    for (JsonElement found :
        Run.lfm("backends", "--json").succeeds().json().getAsJsonArray("backends")) {
      if (found.getAsJsonObject().get("name").getAsString().equals(name)) {
        return found.getAsJsonObject();
      }
    }
    throw new AssertionError("the doctor does not know " + name);
  }

  @Test
  void everyDeviceIsListedByItsNumber() {
    String text = Run.lfm("backends").succeeds().out();
    assertTrue(text.contains("--device 0  Tiny One, 2 MiB, colour red"), text);
    assertTrue(text.contains("--device 1  Tiny Two, 2 MiB, colour blue"), text);
    JsonObject second =
        backend(TinyBackendProvider.NAME).getAsJsonArray("devices").get(1).getAsJsonObject();
    assertEquals(1, second.get("number").getAsInt());
    assertEquals("Tiny Two", second.get("name").getAsString());
    assertEquals(2 << 20, second.get("memory_bytes").getAsInt());
    assertEquals("blue", second.getAsJsonObject("properties").get("colour").getAsString());
    assertFalse(backend("java").has("devices"));
  }

  @Test
  void moreThreadsThanProcessorsAreTold() throws IOException {
    Path x = Files.writeString(folder.resolve("x.csv"), "1,2\n2,1\n3,3\n1,2\n");
    int processors = Runtime.getRuntime().availableProcessors();
    for (int threads : new int[] {processors, processors + 1}) {
      String told =
          Run.lfm("fit", x, "-k", 2, "-o", folder.resolve("m.lfm"), "--threads", threads)
              .succeeds()
              .err();
      assertEquals(
          threads > processors,
          told.contains(
              "--threads is %d, but there are %d processors".formatted(threads, processors)),
          told);
    }
  }

  @Test
  void cudaIsThereOrSaysWhyNot() {
    JsonObject cuda = backend("cuda");
    assertEquals(cuda.get("available").getAsBoolean(), !cuda.has("reasons"));
  }

  @Test
  void aDeviceThatIsNotListedIsWrongUse() {
    Object[] fit = {
      "fit",
      folder.resolve("x.npy"),
      "-k",
      1,
      "-o",
      folder.resolve("m.lfm"),
      "--backend",
      "tiny",
      "--device",
      2
    };
    Run.lfm(fit).isWrongUse("tiny", "no device 2", "0 (Tiny One), 1 (Tiny Two)");
    fit[fit.length - 1] = 1;
    Run.lfm(fit).fails("no such file");
  }
}
