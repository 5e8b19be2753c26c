package org.latentfeature.backend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder into which native libraries are unpacked and from which they are loaded; kept between
 * runs. It is the folder named by {@value #PROPERTY}, or {@code lfm} in the user's caches, or, if
 * there is no place for these, a temporary folder. Anyone who can write there can run code as this
 * user, so it is always a {@linkplain PrivateFolder private} folder.
 */
public final class NativeCache {

  /** JavaCPP's property for the folder; set to the chosen one. */
  public static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

  /** For messages: how to set another folder. */
  public static final String WAY_OUT =
      "set another folder with XDG_CACHE_HOME or -D" + PROPERTY + "=…";

  private static @Nullable Path chosen;

  private NativeCache() {}

  /**
   * The folder, always the same in one process. JavaCPP uses it too, if this is called before any
   * of its classes is loaded.
   *
   * @throws UnsafeFolderException if another user could replace its content
   * @throws IOException if it cannot be created or written
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
