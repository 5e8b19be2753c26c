package org.latentfeature.study.many;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.DataException;

/**
 * The folder of a run's models and tables, held by one process at a time. The system gives up the
 * lock of a process that dies, so that nothing must be cleared away by hand.
 */
final class RunFolder implements Closeable {

  static final String MODEL = ".lfm";

  /** Not removed at the end: another process may already wait for this very file. */
  private static final String LOCK = ".fit-many.lock";

  private final Path folder;
  private final FileChannel channel;

  private RunFolder(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Makes the folder where there is none, and holds it until closed.
   *
   * @throws DataException if that cannot be, or another run holds it
   */
  static RunFolder open(Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new DataException(folder + " is a file; name a directory to write into");
    }
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!lock(channel)) {
        channel.close();
        throw new DataException(
            folder
                + " is in use by another run of fit-many; wait until it ends, or name another directory");
      }
      return new RunFolder(folder, channel);
    } catch (IOException e) {
      throw new DataException("cannot write into " + folder + ": " + e, e);
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // Another run in this very process.
    }
  }

  /** The file of the problem's model. */
  Path model(Problem problem) {
    return folder.resolve(problem.name() + MODEL);
  }

  Path results() {
    return folder.resolve("results.tsv");
  }

  Path stability() {
    return folder.resolve("stability.tsv");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
