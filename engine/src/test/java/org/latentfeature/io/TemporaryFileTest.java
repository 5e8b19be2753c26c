package org.latentfeature.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {

  @TempDir Path folder = Path.of("");

  private List<Path> temporaries() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".tmp")).toList();
    }
  }

  private Process halfWritten(String name) throws IOException {
    Process writer = WritingMachine.start(folder.resolve(name), WritingMachine.WAIT);
    assertEquals("half", writer.inputReader(UTF_8).readLine());
    return writer;
  }

  @Test
  void whatAKilledProcessLeftIsRemovedByTheNextAndWhatOneStillWritesIsNot() throws Exception {
    halfWritten("killed").destroyForcibly().waitFor();
    List<Path> left = temporaries();
    assertEquals(1, left.size());
    Process alive = halfWritten("alive");
    List<Path> written = temporaries();
    assertEquals(1, written.size());
    assertFalse(written.equals(left));

    AtomicFile.write(folder.resolve("other"), out -> out.write(1));
    assertEquals(written, temporaries());
    alive.getOutputStream().close();
    assertEquals(0, alive.waitFor());
    assertEquals("whole", Files.readString(folder.resolve("alive")));
    assertEquals(List.of(), temporaries());
    assertFalse(Files.exists(folder.resolve("killed")));
  }

  @Test
  void onlyItsOwnNamesAreRemoved() throws IOException {
    Path left = Files.writeString(folder.resolve(".lfm-12ab.tmp"), "half");
    List<Path> kept =
        List.of(
            Files.writeString(folder.resolve("lfm-12ab.tmp"), ""),
            Files.writeString(folder.resolve(".lfm-mine.tmp"), ""),
            Files.createDirectory(folder.resolve(".lfm-34cd.tmp")),
            Files.createSymbolicLink(folder.resolve(".lfm-56ef.tmp"), Path.of("lfm-12ab.tmp")));
    AtomicFile.write(folder.resolve("a"), out -> out.write(1));
    assertFalse(Files.exists(left));
    for (Path path : kept) {
      assertTrue(Files.exists(path), path::toString);
    }
  }
}
