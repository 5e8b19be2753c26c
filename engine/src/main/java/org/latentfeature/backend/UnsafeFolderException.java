package org.latentfeature.backend;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Another user could replace the content of the folder. */
public final class UnsafeFolderException extends FileSystemException {

  private static final long serialVersionUID = 1;

  UnsafeFolderException(Path folder, String reason) {
    super(folder.toString(), null, reason);
  }
}
