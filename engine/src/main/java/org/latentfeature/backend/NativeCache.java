package org.latentfeature.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that native libraries are unpacked into, kept between runs, and loaded from: what
 * {@value #PROPERTY} names, else {@code lfm} in the user's caches, else, where there is no place
 * for these, a temporary one. Whoever can write there runs their code as this user, so that it is
 * always a {@linkplain PrivateFolder private} one.
 */
public final class NativeCache {

  /** JavaCPP's own property, which names a folder and is set to the one that is taken. */
  public static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

  /** For messages: how to name another folder. */
  public static final String WAY_OUT =
      "name another folder with XDG_CACHE_HOME or -D" + PROPERTY + "=…";

  private static @Nullable Path chosen;

  private NativeCache() {}

  /**
   * The folder, always the same in one process. JavaCPP takes it, too, if this is asked before any
   * of its classes is touched.
   *
   * @throws UnsafeFolderException if another user could exchange what is in it
   * @throws IOException if it cannot be made or written
   */
  public static synchronized Path folder() throws IOException {
    if (chosen == null) {
      chosen =
          choose(
              Optional.ofNullable(System.getProperty(PROPERTY)),
              System.getenv(),
              System.getProperty("user.home", ""));
      System.setProperty(PROPERTY, chosen.toString());
    }
    return chosen;
  }

  static Path choose(Optional<String> given, Map<String, String> environment, String home)
      throws IOException {
    if (given.isPresent() && !given.get().isBlank()) {
      return PrivateFolder.open(Path.of(given.get()));
    }
    Optional<Path> caches = caches(environment, home);
    if (caches.isPresent()) {
      try {
        return PrivateFolder.open(caches.get().resolve("lfm"));
      } catch (UnsafeFolderException e) {
        throw e;
      } catch (IOException e) {
        // A home that is missing, full or read-only, as services and containers have it.
      }
    }
    return TemporaryCache.make();
  }

  /** The folder of the user's caches; like the freedesktop's rules, takes absolute paths only. */
  private static Optional<Path> caches(Map<String, String> environment, String home) {
    for (String variable : List.of("XDG_CACHE_HOME", "LOCALAPPDATA")) {
      Path folder = Path.of(environment.getOrDefault(variable, ""));
      if (folder.isAbsolute()) {
        return Optional.of(folder);
      }
    }
    return Stream.of(environment.getOrDefault("HOME", ""), home)
        .map(Path::of)
        .filter(Path::isAbsolute)
        .findFirst()
        .map(folder -> folder.resolve(".cache"));
  }
}
