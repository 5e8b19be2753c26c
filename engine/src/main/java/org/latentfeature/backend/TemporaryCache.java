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
 * A private temporary folder for as long as its process lives. The process holds a lock on a file
 * in it, which the system gives up when the process dies: so the next process that makes one knows
 * what a killed one left, and removes it.
 */
final class TemporaryCache {

  private static final String PREFIX = "lfm-cache-";

  /** Not {@code .lock}, on which JavaCPP holds a lock of its own while it unpacks. */
  private static final String OWNER = ".owner";

  /** Those of this process: to open their locks again would give them up. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private TemporaryCache() {}

  /**
   * A new folder, removed when the process ends; those that killed processes of this user left
   * beside it are removed now.
   *
   * @throws UnsafeFolderException if another user could exchange it for one of theirs
   * @throws IOException if it cannot be made
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
      // What cannot be listed, or is another process's to remove just now, is left.
    }
  }

  /** Whether a folder is of the same owner as {@code own} and as closed to others. */
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
      // The process ends, and nobody hears of what the system could not list.
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
