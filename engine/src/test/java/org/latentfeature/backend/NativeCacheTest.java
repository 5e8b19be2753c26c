package org.latentfeature.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NativeCacheTest {

  private static final Optional<String> NOT_GIVEN = Optional.empty();

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void withoutLinks() throws IOException {
    folder = folder.toRealPath();
  }

  private String name(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void theFirstNamedPlaceIsTaken() throws IOException {
    Map<String, String> named = Map.of("XDG_CACHE_HOME", name("xdg"), "HOME", name("home"));
    assertEquals(
        folder.resolve("given"),
        NativeCache.choose(Optional.of(name("given")), named, name("passwd")));
    assertEquals(folder.resolve("xdg/lfm"), NativeCache.choose(NOT_GIVEN, named, name("passwd")));
    assertEquals(
        folder.resolve("home/.cache/lfm"),
        NativeCache.choose(NOT_GIVEN, Map.of("HOME", name("home")), name("passwd")));
    assertEquals(
        folder.resolve("passwd/.cache/lfm"),
        NativeCache.choose(NOT_GIVEN, Map.of(), name("passwd")));
    // Relative to whatever folder the process was started in.
    assertEquals(
        folder.resolve("passwd/.cache/lfm"),
        NativeCache.choose(NOT_GIVEN, Map.of("XDG_CACHE_HOME", "here"), name("passwd")));
  }

  @Test
  void withoutAHomeThereIsAFreshTemporaryFolderEachTime() throws IOException {
    String noHome = Files.writeString(folder.resolve("file"), "").toString();
    Path one = NativeCache.choose(NOT_GIVEN, Map.of("HOME", noHome), "?");
    Path other = NativeCache.choose(NOT_GIVEN, Map.of(), "?");
    assertNotEquals(one, other);
    assertTrue(one.getFileName().toString().startsWith("lfm-cache-"), one::toString);
    assertEquals(List.of(".owner"), List.of(one.toFile().list()));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its folders have no modes")
  void aPlaceThatOthersWriteIsAnErrorAndNotPassedOver() throws IOException {
    Path caches = Files.createDirectory(folder.resolve("xdg"));
    Files.setPosixFilePermissions(caches, PosixFilePermissions.fromString("rwxrwxrwx"));
    UnsafeFolderException refusal =
        assertThrows(
            UnsafeFolderException.class,
            () -> NativeCache.choose(NOT_GIVEN, Map.of("XDG_CACHE_HOME", caches.toString()), "?"));
    assertEquals(caches.toString(), refusal.getFile());
  }

  @Test
  void aGivenPlaceThatCannotBeIsAnError() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThrows(
        IOException.class,
        () -> NativeCache.choose(Optional.of(file.resolve("x").toString()), Map.of(), name("h")));
  }
}
