package org.latentfeature.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A private temporary folder that exists while its process runs. The process holds a lock on a file
 * in it, which the system releases when the process ends: so the next process recognises the folder
 * of a killed process and removes it.
 */
final class TemporaryCache {

  private static final String PREFIX = "lfm-cache-";

  /** Not {@code .lock}, on which JavaCPP holds a lock of its own while it unpacks. */
  private static final String OWNER = ".owner";

  /**
   * The folders of this process. They are not checked for abandonment: that opens and closes their
   * lock files, which would release the locks.
   */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private TemporaryCache() {}

  /**
   * A new folder, removed when the process ends; those that killed processes of this user left
   * beside it are removed now.
   *
   * @throws UnsafeFolderException if another user could replace it by theirs
   * @throws IOException if it cannot be created
   */
  static Path make() throws IOException {
    Path folder = PrivateFolder.temporary(PREFIX);
    OWN.add(folder);
    FileChannel owner = own(folder);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(folder, owner), "native-cache"));
    clear(folder);
    return folder;
  }

  /** The lock is taken before the file has the name by which others look for it. */
  private static FileChannel own(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, ".owner-", ".tmp");
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    try {
      channel.lock();
    } catch (IOException e) {
      return channel; // A file system without locks: nobody will find the name.
    }
    Files.move(file, folder.resolve(OWNER));
    return channel;
  }

  private static void clear(Path own) {
    DirectoryStream.Filter<Path> others =
        path -> path.getFileName().toString().startsWith(PREFIX) && !OWN.contains(path);
    try (DirectoryStream<Path> beside = Files.newDirectoryStream(own.resolveSibling(""), others)) {
      for (Path folder : beside) {
        if (isAlike(folder, own) && isAbandoned(folder)) {
          remove(folder);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Folders that cannot be listed, or that another process is removing, stay.
    }
  }

  /**
   * Returns whether {@code folder} has the same owner as {@code own} and is closed to all other
   * users.
   */
  private static boolean isAlike(Path folder, Path own) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))) {
      return false;
    }
    PosixFileAttributeView modes =
        Files.getFileAttributeView(folder, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return modes == null
        || PosixFilePermissions.toString(modes.readAttributes().permissions()).equals("rwx------");
  }

  private static boolean isAbandoned(Path folder) throws IOException {
    Path owner = folder.resolve(OWNER);
    if (!Files.isRegularFile(owner, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(owner, StandardOpenOption.WRITE)) {
      return channel.tryLock() != null;
    }
  }

  /** On Windows, libraries in use and files that are open stay. */
  private static void end(Path folder, FileChannel owner) {
    try (owner) {
      remove(folder);
    } catch (IOException e) {
      // The process ends: there is no caller to report to.
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
