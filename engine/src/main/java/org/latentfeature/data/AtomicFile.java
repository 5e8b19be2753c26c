package org.latentfeature.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes a file so that its name always leads to something whole: the content goes to a temporary
 * file in the same folder, is forced to the device, and takes the target's place in one step. After
 * a crash, a full disk or an exception the old file, if there was one, is as it was.
 */
public final class AtomicFile {

  private static final int BUFFER = 1 << 16;

  private AtomicFile() {}

  /** What writes the content. */
  @FunctionalInterface
  public interface Content {

    /** Writes to {@code out}, which stays the caller's to close. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes {@code content} to {@code target}. A symbolic link is followed; a device or pipe is
   * written to as it is.
   *
   * @throws DataException if that fails, naming the target and the reason; whatever else {@code
   *     content} throws is passed on
   */
  public static void write(Path target, Content content) {
    try {
      Path real = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
      if (Files.isDirectory(real)) {
        throw new DataException("cannot write " + target + ": it is a directory; name a file");
      }
      Path folder = real.getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        throw new DataException(
            "cannot write " + target + ": there is no directory " + folder + "; create it first");
      }
      if (Files.exists(real) && !Files.isWritable(real)) {
        throw new DataException("cannot write " + target + ": permission denied");
      }
      if (Files.exists(real) && !Files.isRegularFile(real)) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(real), BUFFER)) {
          content.writeTo(out);
        }
      } else {
        replace(real, folder, content);
      }
    } catch (IOException e) {
      throw new DataException("cannot write " + target + ": " + reason(e), e);
    }
  }

  private static void replace(Path target, Path folder, Content content) throws IOException {
    // Not Files.createTempFile: its files are closed to all but the owner, whatever the umask.
    Path temporary =
        folder.resolve(".lfm-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    forceFolder(folder);
  }

  /** Makes the renaming last through a power failure, where the system can open folders. */
  private static void forceFolder(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows cannot; the file itself is whole all the same.
    }
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return reason == null ? e.toString() : reason;
  }
}
