package org.latentfeature.backend;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Folders whose content no other user can replace; native code is loaded only from such folders. If
 * the file system has no owners and modes, as on Windows, a user's own folders count as private.
 */
public final class PrivateFolder {

  private static final String UNIX = "unix";
  private static final int ROOT = 0;
  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int ENTERED_BY_OTHERS = 0011;

  /** In such a folder, all may make entries, and only an entry's owner can remove or rename it. */
  private static final int STICKY = 01000;

  private PrivateFolder() {}

  /**
   * The folder; if missing, it and its missing parents are created, accessible to their owner only.
   *
   * @return its path without links
   * @throws UnsafeFolderException if another user could replace its content
   * @throws IOException if it cannot be created or written
   */
  public static Path open(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      try {
        Files.createDirectories(folder, closed(folder));
      } catch (AccessDeniedException e) {
        throw new AccessDeniedException(folder.toString(), null, "it cannot be created");
      }
    }
    Path real = folder.toRealPath();
    check(real);
    return real;
  }

  /**
   * A new folder in {@code java.io.tmpdir}.
   *
   * @throws UnsafeFolderException if another user could replace it by theirs
   * @throws IOException if it cannot be created
   */
  public static Path temporary(String prefix) throws IOException {
    Path folder = Files.createTempDirectory(prefix).toRealPath();
    try {
      check(folder);
    } catch (IOException e) {
      Files.delete(folder);
      throw e;
    }
    return folder;
  }

  private static FileAttribute<?>[] closed(Path folder) {
    return knowsModes(folder)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean knowsModes(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains(UNIX);
  }

  private static void check(Path folder) throws IOException {
    int user = user(folder);
    if (!knowsModes(folder)) {
      return;
    }
    Entry own = Entry.of(folder);
    own.check(user, WRITABLE_BY_OTHERS);
    for (Path above = folder.getParent(); above != null; above = above.getParent()) {
      Entry entry = Entry.of(above);
      entry.check(user, entry.has(STICKY) ? 0 : WRITABLE_BY_OTHERS);
    }
    // What lies in it may be older than the mode that keeps others out.
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            return visitFile(path, attributes);
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            boolean reached = own.has(ENTERED_BY_OTHERS) && !attributes.isSymbolicLink();
            try {
              Entry.of(path).check(user, reached ? WRITABLE_BY_OTHERS : 0);
            } catch (NoSuchFileException e) {
              return visitFileFailed(path, e);
            }
            return FileVisitResult.CONTINUE;
          }

          /** Ignores a file that another process has deleted meanwhile. */
          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
  }

  /** Who owns the files that this process makes in the folder. */
  private static int user(Path folder) throws IOException {
    Path file;
    try {
      file = Files.createTempFile(folder, ".lfm-", ".tmp");
    } catch (IOException e) {
      throw new AccessDeniedException(folder.toString(), null, "it is not writable");
    }
    try {
      return knowsModes(folder) ? Entry.of(file).owner : ROOT;
    } finally {
      Files.delete(file);
    }
  }

  /** An entry of the file system itself, not what it links to. */
  private record Entry(Path path, int owner, int mode) {

    static Entry of(Path path) throws IOException {
      Map<String, @Nullable Object> found =
          Files.readAttributes(path, UNIX + ":uid,mode", LinkOption.NOFOLLOW_LINKS);
      return new Entry(path, number(found, "uid"), number(found, "mode"));
    }

    private static int number(Map<String, @Nullable Object> attributes, String name) {
      return attributes.get(name) instanceof Integer i ? i : -1;
    }

    boolean has(int bits) {
      return (mode & bits) != 0;
    }

    void check(int user, int forbidden) throws UnsafeFolderException {
      if (owner != user && owner != ROOT) {
        throw new UnsafeFolderException(path, "it belongs to another user (uid " + owner + ")");
      }
      if (has(forbidden)) {
        throw new UnsafeFolderException(
            path, "it is writable by its group or by everyone (mode %o)".formatted(mode & 07777));
      }
    }
  }
}
