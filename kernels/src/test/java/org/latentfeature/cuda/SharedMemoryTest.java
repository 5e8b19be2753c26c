package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Shared memory of the kernels: what they declare, and what their launches ask for. */
final class SharedMemoryTest {

  private static final Pattern ENTRY = Pattern.compile("\\.entry (\\w+)\\(");
  private static final Pattern DYNAMIC =
      Pattern.compile("(?m)^\\.extern \\.shared .* (\\w+)\\[\\];$");
  private static final Pattern STATIC = Pattern.compile("(?m)^\\s*\\.shared \\.align .*;$");

  /**
   * A driver counts both together, and {@code Kernel} asks for a launch's alone: what it asks for
   * would not suffice.
   */
  @Test
  void noKernelHasMemoryOfItsOwnBesideTheLaunchs() throws IOException {
    List<String> both = new ArrayList<>();
    int launched = 0;
    for (String name : KernelFiles.names(KernelFiles.COMPILED, ".ptx")) {
      String ptx = KernelFiles.ptx(name);
      Matcher dynamic = DYNAMIC.matcher(ptx);
      if (!dynamic.find()) {
        continue;
      }
      Pattern word = Pattern.compile("\\b" + dynamic.group(1) + "\\b");
      for (String entry : entries(ptx)) {
        if (word.matcher(entry).find()) {
          launched++;
          if (STATIC.matcher(entry).find()) {
            both.add(entry.substring(0, entry.indexOf('(')));
          }
        }
      }
    }
    assertTrue(launched >= 20, launched + " kernels with a launch's memory");
    assertEquals(List.of(), both);
  }

  /** The texts of the kernels of a file, each from its name on. */
  private static List<String> entries(String ptx) {
    List<Integer> starts = new ArrayList<>();
    Matcher entry = ENTRY.matcher(ptx);
    while (entry.find()) {
      starts.add(entry.start(1));
    }
    starts.add(ptx.length());
    List<String> texts = new ArrayList<>();
    for (int i = 0; i + 1 < starts.size(); i++) {
      texts.add(ptx.substring(starts.get(i), starts.get(i + 1)));
    }
    return texts;
  }
}
