package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Failure;

/** Folders whose content a caller and this process share, and which end with the caller. */
final class ScratchFolders {

  private static final String PREFIX = "lfm-scratch-";

  /** Files of a command that still runs may appear while a folder is deleted. */
  private static final int ATTEMPTS = 10;

  private final List<Path> folders;

  private ScratchFolders(List<Path> folders) {
    this.folders = folders;
  }

  /**
   * Takes over folders, only of a name that nobody gives to a folder to be kept.
   *
   * @throws Failure if one has another name, or is none
   */
  static ScratchFolders of(List<Path> folders) {
    for (Path folder : folders) {
      if (!folder.toAbsolutePath().normalize().getFileName().toString().startsWith(PREFIX)) {
        throw new Failure(
            "--scratch: %s would be deleted; name a folder that begins with %s"
                .formatted(folder, PREFIX));
      }
      if (!Files.isDirectory(folder)) {
        throw new Failure("--scratch: " + folder + " is not a folder; create it first");
      }
    }
    return new ScratchFolders(folders);
  }

  /** Deletes them; those that the caller has deleted are no fault. */
  void delete() throws IOException {
    for (Path folder : folders) {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    for (int attempt = 1; Files.exists(folder); attempt++) {
      try {
        Files.walkFileTree(folder, new Deletion());
      } catch (DirectoryNotEmptyException | NoSuchFileException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
