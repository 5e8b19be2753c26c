package org.latentfeature.io;

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
import org.latentfeature.data.DataException;

/**
 * Writes files atomically: the content is written to a temporary file in the same folder, forced to
 * the device, and renamed to the target. After a crash, a full disk or an exception an existing
 * file is unchanged; the file keeps its mode.
 */
public final class AtomicFile {

  private static final int BUFFER = 1 << 16;

  /** As many as Linux follows. */
  private static final int MOST_LINKS = 40;

  private AtomicFile() {}

  /** A writer of the content of a file. */
  @FunctionalInterface
  public interface Content {

    /** Writes to {@code out}, which the caller closes. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes {@code content} to {@code target}. Symbolic links are followed, also to a missing file;
   * devices and pipes are written directly.
   *
   * @throws DataException if that fails, naming the target and the reason; other exceptions of
   *     {@code content} are passed on
   */
  public static void write(Path target, Content content) {
    write(target, content, true);
  }

  /**
   * Writes {@code content} to {@code target} as {@link #write} does, one of many files in a folder:
   * that it is there survives a crash of the system once the next file of that folder is written by
   * {@link #write}. Until then there may be no such file, or the one before it.
   */
  public static void writeOneOfMany(Path target, Content content) {
    write(target, content, false);
  }

  private static void write(Path target, Content content, boolean forcesFolder) {
    try {
      if (Files.isDirectory(target)) {
        throw new DataException("cannot write " + target + ": it is a directory; name a file");
      }
      if (Files.exists(target) && !Files.isWritable(target)) {
        throw new DataException("cannot write " + target + ": permission denied");
      }
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), BUFFER)) {
          content.writeTo(out);
        }
      } else {
        Path file = destination(target);
        replace(file, content);
        if (forcesFolder) {
          forceFolder(file.resolveSibling(""));
        }
      }
    } catch (IOException e) {
      throw new DataException("cannot write " + target + ": " + reason(e), e);
    }
  }

  /**
   * The file that is created or replaced when {@code target} is written: {@code target} itself, or
   * the target of its links, in an existing folder.
   *
   * @throws DataException if its links are circular, or lead into a missing folder
   */
  public static Path destination(Path target) throws IOException {
    Path file = inItsFolder(target, target);
    for (int links = 0; Files.isSymbolicLink(file); links++) {
      if (links == MOST_LINKS) {
        throw new DataException(
            "cannot write "
                + target
                + ": it is a link that leads back to itself; remove it, or name another file");
      }
      file = inItsFolder(target, file.resolveSibling(Files.readSymbolicLink(file)));
    }
    return file;
  }

  /** The file's path with all links resolved but its own. */
  private static Path inItsFolder(Path target, Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new DataException(
          "cannot write "
              + target
              + (Files.exists(folder)
                  ? ": " + folder + " is a file, not a directory; name another place"
                  : ": there is no directory " + folder + "; create it first"));
    }
    return folder.toRealPath().resolve(file.getFileName());
  }

  private static void replace(Path target, Content content) throws IOException {
    try (TemporaryFile temporary = TemporaryFile.beside(target)) {
      FileChannel channel = temporary.channel();
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
      content.writeTo(out);
      out.flush();
      channel.force(true);
      Files.move(
          temporary.path(),
          target,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Makes the renaming durable, if the system supports it. */
  private static void forceFolder(Path folder) throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(folder, StandardOpenOption.READ);
    } catch (IOException e) {
      return; // Windows opens no folders, and some may be written and not read.
    }
    try (channel) {
      channel.force(true);
    } catch (IOException e) {
      // What file systems say that have no such thing; from others it is an error like any.
      if (!"Invalid argument".equals(e.getMessage())) {
        throw e;
      }
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
