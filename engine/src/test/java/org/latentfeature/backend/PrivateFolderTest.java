package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "its folders have no modes")
class PrivateFolderTest {

  private static final int STRANGER = 54321;

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void withoutLinks() throws IOException {
    folder = folder.toRealPath();
  }

  private static Path mode(Path path, String mode) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private Path made(String name, String mode) throws IOException {
    return mode(Files.createDirectories(folder.resolve(name)), mode);
  }

  private static void assertRefuses(Path asked, Path named, String reason) {
    UnsafeFolderException refusal =
        assertThrows(UnsafeFolderException.class, () -> PrivateFolder.open(asked));
    assertEquals(named.toString(), refusal.getFile());
    assertTrue(String.valueOf(refusal.getReason()).contains(reason), refusal::toString);
  }

  /** Only the superuser can give files away. */
  private static void giveAway(Path path) throws IOException {
    Assumptions.assumeTrue(Files.getAttribute(path, "unix:uid").equals(0));
    Files.setAttribute(path, "unix:uid", STRANGER);
  }

  @Test
  void whatIsMissingIsMadeForItsOwnerAlone() throws IOException {
    Path made = PrivateFolder.open(folder.resolve("a/b/lfm"));
    for (Path path = made; !path.equals(folder); path = path.resolveSibling("")) {
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    }
    assertEquals(0, made.toFile().list().length);
    assertEquals(made, PrivateFolder.open(made));
  }

  /** Each makes a file there for a moment, which another may see and then look for in vain. */
  @Test
  void severalMayOpenItAtOnce() throws Exception {
    Path made = PrivateFolder.open(folder.resolve("lfm"));
    Callable<Integer> opening =
        () -> {
          for (int i = 0; i < 500; i++) {
            PrivateFolder.open(made);
          }
          return 0;
        };
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      for (Future<Integer> done : threads.invokeAll(List.of(opening, opening, opening))) {
        assertEquals(0, done.get());
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aTemporaryOneIsPrivate() throws IOException {
    Path made = PrivateFolder.temporary("lfm-test-");
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
    Files.delete(made);
  }

  @Test
  void othersMayReadWhatTheyCannotWrite() throws IOException {
    Path shown = made("shown", "rwxr-xr-x");
    assertEquals(shown, PrivateFolder.open(shown));
  }

  @Test
  void aFolderThatOthersWriteIsRefusedByName() throws IOException {
    Path group = made("group", "rwxrwxr-x");
    assertRefuses(group, group, "mode 775");
    Path all = made("all", "rwxrwxrwx");
    assertRefuses(all, all, "mode 777");
    // Their owners alone remove entries, and yet all make some.
    Files.setAttribute(all, "unix:mode", 01777);
    assertRefuses(all, all, "mode 1777");
  }

  @Test
  void aFolderAboveInWhichOthersCanRenameItIsRefusedByName() throws IOException {
    Path above = made("above", "rwxrwxrwx");
    Path below = made("above/below", "rwx------");
    assertRefuses(below, above, "mode 777");
    assertRefuses(above.resolve("missing"), above, "mode 777");
    Files.setAttribute(above, "unix:mode", 01777);
    assertEquals(below, PrivateFolder.open(below));
  }

  @Test
  void aStrangersFolderIsRefusedByName() throws IOException {
    Path theirs = made("theirs", "rwxr-xr-x");
    Path below = made("theirs/below", "rwx------");
    giveAway(theirs);
    assertRefuses(theirs, theirs, "another user (uid " + STRANGER + ")");
    assertRefuses(below, theirs, "another user");
  }

  @Test
  void aLinkCountsAsWhatItLeadsTo() throws IOException {
    Path own = made("own", "rwx------");
    Path loose = made("loose", "rwxrwxrwx");
    Path link = Files.createSymbolicLink(folder.resolve("link"), own);
    assertEquals(own, PrivateFolder.open(link));
    Files.delete(link);
    Files.createSymbolicLink(link, loose);
    assertRefuses(link, loose, "mode 777");
    assertRefuses(link.resolve("x"), loose, "mode 777");
  }

  @Test
  void whatLiesInItIsItsOwnersToo() throws IOException {
    Path shown = made("shown", "rwxr-xr-x");
    Path inner = made("shown/inner", "rwxrwxr-x");
    assertRefuses(shown, inner, "mode 775");
    // Nobody reaches it here.
    mode(shown, "rwx------");
    assertEquals(shown, PrivateFolder.open(shown));
    Path planted = Files.writeString(inner.resolve("libopenblas.so"), "planted");
    giveAway(planted);
    assertRefuses(shown, planted, "another user");
  }

  @Test
  void whatCannotBeMadeOrWrittenIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThrows(IOException.class, () -> PrivateFolder.open(file));
    assertThrows(IOException.class, () -> PrivateFolder.open(file.resolve("below")));
    Path closed = made("closed", "r-xr-xr-x");
    // The superuser may write all the same.
    Assumptions.assumeFalse(Files.isWritable(closed));
    AccessDeniedException failure =
        assertThrows(AccessDeniedException.class, () -> PrivateFolder.open(closed));
    assertEquals(closed + ": it is not writable", failure.getMessage());
  }
}
