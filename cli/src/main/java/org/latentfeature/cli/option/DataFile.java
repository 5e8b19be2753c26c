package org.latentfeature.cli.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.latentfeature.cli.console.FlagWords;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the name of a file with data, which is {@code -} for standard input: that is copied to a
 * temporary file, as most formats are read twice. The file is deleted when the process ends.
 */
public final class DataFile implements ITypeConverter<Path> {

  private static final String STANDARD_INPUT = "-";

  /** Made by picocli. */
  public DataFile() {}

  @Override
  public Path convert(String value) {
    if (value.equals(STANDARD_INPUT)) {
      try {
        return copied();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static Path copied() throws IOException {
    Path folder = Files.createTempDirectory(FlagWords.TEMPORARY_FOLDER);
    Path file = folder.resolve(FlagWords.STANDARD_INPUT);
    folder.toFile().deleteOnExit();
    file.toFile().deleteOnExit();
    if (Files.copy(System.in, file) == 0) {
      throw new TypeConversionException(
          "standard input is empty; pipe data into it, or name a file");
    }
    return file;
  }
}
