package org.latentfeature.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A new file next to its target, which it replaces when it is complete. The writer holds a lock on
 * it, which the system releases when the process ends: so the next process that writes into the
 * folder recognises the file of a killed process and removes it.
 */
final class TemporaryFile implements Closeable {

  private static final String NAME = "\\.lfm-[0-9a-f]{1,16}\\.tmp";

  /** Age at which nobody writes a file any more where the file system has no locks. */
  private static final Duration ABANDONED = Duration.ofDays(1);

  private static final Set<PosixFilePermission> GROUP =
      PosixFilePermissions.fromString("---rwx---");

  /** Folders that this process has cleared. */
  private static final Map<Path, Boolean> CLEARED = new ConcurrentHashMap<>();

  private final Path path;
  private final FileChannel channel;

  private TemporaryFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Makes one beside {@code target}, which those who can read and write {@code target} can, too,
   * and nobody else.
   */
  static TemporaryFile beside(Path target) throws IOException {
    Path folder = target.resolveSibling("");
    CLEARED.computeIfAbsent(folder, TemporaryFile::clear);
    while (true) {
      TemporaryFile made = make(folder, target);
      if (made.isHeld()) {
        return made;
      }
      made.close();
    }
  }

  private static TemporaryFile make(Path folder, Path target) throws IOException {
    long random = ThreadLocalRandom.current().nextLong();
    Path path = folder.resolve(".lfm-" + Long.toHexString(random) + ".tmp");
    PosixFileAttributeView old = Files.getFileAttributeView(target, PosixFileAttributeView.class);
    boolean replaces = old != null && Files.exists(target);
    // Not Files.createTempFile: its files are closed to all but the owner, whatever the umask.
    FileAttribute<?>[] mode =
        replaces
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    TemporaryFile made =
        new TemporaryFile(
            path,
            FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode));
    try {
      if (replaces) {
        made.takeAccess(old.readAttributes());
      }
    } catch (IOException e) {
      made.close();
      throw e;
    }
    return made;
  }

  /** Gives it another file's owner and group, as far as this user may, and its mode. */
  private void takeAccess(PosixFileAttributes other) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    PosixFileAttributes own = view.readAttributes();
    Set<PosixFilePermission> permissions = new HashSet<>(other.permissions());
    if (!own.group().equals(other.group())) {
      try {
        view.setGroup(other.group());
      } catch (FileSystemException e) {
        permissions.removeAll(GROUP); // They were another group's.
      }
    }
    if (!own.owner().equals(other.owner())) {
      try {
        view.setOwner(other.owner());
      } catch (FileSystemException e) {
        // Only the superuser can; who may replace a file owns what takes its place.
      }
    }
    if (!own.permissions().equals(permissions)) {
      view.setPermissions(permissions);
    }
  }

  /** Takes the lock; false if another process thought the file abandoned before it was taken. */
  private boolean isHeld() {
    try {
      return channel.tryLock() != null && Files.exists(path);
    } catch (IOException e) {
      return true; // A file system without locks.
    }
  }

  Path path() {
    return path;
  }

  FileChannel channel() {
    return channel;
  }

  /** Removes the file if it still has its temporary name. */
  @Override
  public void close() throws IOException {
    try (channel) {
      Files.deleteIfExists(path);
    }
  }

  private static boolean clear(Path folder) {
    DirectoryStream.Filter<Path> ours =
        path ->
            path.getFileName().toString().matches(NAME)
                && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, ours)) {
      files.forEach(TemporaryFile::removeIfAbandoned);
    } catch (IOException | DirectoryIteratorException e) {
      // A folder that cannot be listed can be written all the same.
    }
    return true;
  }

  private static void removeIfAbandoned(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (isAbandoned(file, channel)) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // Another user's: theirs to remove.
    }
  }

  private static boolean isAbandoned(Path file, FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // This process writes it, and knows the folder by another path.
    } catch (IOException e) {
      Instant changed = Files.getLastModifiedTime(file).toInstant();
      return changed.isBefore(Instant.now().minus(ABANDONED));
    }
  }
}
